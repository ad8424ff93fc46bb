/** One figure: what was asked, what was measured. */
export interface Figure {
  readonly name: string;
  readonly goal: number;
  readonly measured: number;
  readonly unit: 'ms' | 'MB' | 'MB';
}
