const turnMs = 4000;

/** The rotating highlight of the topics: its position, and what pauses it. */
export interface Rotation {
  readonly selected: number;
  /** The state of the Stop and Start button, changed only by it. Null until it is known whether motion is allowed. */
  readonly isStarted: boolean | null;
  /** Whether a topic is hovered or has the focus. */
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

/** Turns every four seconds until the returned function is called. */
export function keepTurning(turn: () => void): () => void {
  const timer = setInterval(turn, turnMs);
  return () => clearInterval(timer);
}
