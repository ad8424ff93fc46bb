/** One figure: what was asked, what was measured. */
export interface Figure {
  readonly name: string;
  readonly goal: number;
  readonly measured: number;
  readonly unit: 'ms' | 'MB' | '×' | '/min';
  /** The goal is the least, not the most. */
  readonly isFloor?: true;
}

export function isMet({ goal, measured, isFloor }: Figure): boolean {
  return isFloor ? measured >= goal : measured <= goal;
}
