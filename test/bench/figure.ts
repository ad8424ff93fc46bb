/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly goal: number;
  readonly measured: number;
  readonly unit: 'ms' | 'MB' | '×' | '/min';
  /** The goal is a minimum, not a maximum. */
  readonly isFloor?: true;
}

export function isMet({ goal, measured, isFloor }: Figure): boolean {
  return isFloor ? measured >= goal : measured <= goal;
}
