const turnMs = 4000;

/** The highlight that goes round the topics: where it is, and what keeps it from moving on. */
export interface Rotation {
  readonly selected: number;
  /** What the Stop and Start button says; nothing else changes it. Null until the browser says whether it may begin. */
  readonly isStarted: boolean | null;
  /** Somebody points at a topic or has the focus on one. */
  readonly isHeld: boolean;
}

export type RotationAction =
  | { readonly type: 'tick'; readonly count: number }
  | { readonly type: 'select'; readonly index: number }
  | { readonly type: 'hold'; readonly isHeld: boolean }
  | { readonly type: 'start' }
  | { readonly type: 'stop' };

export function rotate(state: Rotation, action: RotationAction): Rotation {
  switch (action.type) {
    case 'tick':
      return isTurning(state) ? { ...state, selected: (state.selected + 1) % action.count } : state;
    case 'select':
      return { ...state, selected: action.index };
    case 'hold':
      return { ...state, isHeld: action.isHeld };
    case 'start':
      return { ...state, isStarted: true };
    case 'stop':
      return { ...state, isStarted: false };
  }
}

export function isTurning({ isStarted, isHeld }: Rotation): boolean {
  return isStarted === true && !isHeld;
}

/** Turns once every four seconds; call what it returns to end that. */
export function keepTurning(turn: () => void): () => void {
  const timer = setInterval(turn, turnMs);
  return () => clearInterval(timer);
}
