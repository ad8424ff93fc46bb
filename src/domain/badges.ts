/** What badges are printed on: sheets of labels for each paper size, and single badges. */
export const BADGE_FORMATS = ['letter', 'a4', 'single'] as const;
export type BadgeFormat = (typeof BADGE_FORMATS)[number];

/** The positions of badges on a page, in millimeters. */
export interface BadgeSheet {
  readonly page: readonly [width: number, height: number];
  readonly badge: readonly [width: number, height: number];
  readonly columns: number;
  readonly rows: number;
  /** The upper left corner of the first badge. */
  readonly first: readonly [left: number, top: number];
  /** From one badge to the next, horizontally and vertically. */
  readonly step: readonly [across: number, down: number];
}

const INCH = 25.4;

export const BADGE_SHEETS: Record<BadgeFormat, BadgeSheet> = {
  // Avery 5395: 3 3/8 by 2 1/3 inches.
  letter: {
    page: [8.5 * INCH, 11 * INCH],
    badge: [3.375 * INCH, (7 / 3) * INCH],
    columns: 2,
    rows: 4,
    first: [0.6875 * INCH, (7 / 12) * INCH],
    step: [3.75 * INCH, 2.5 * INCH],
  },
  // Avery L4785.
  a4: { page: [210, 297], badge: [80, 50], columns: 2, rows: 5, first: [17.5, 13.5], step: [95, 55] },
  single: { page: [86, 54], badge: [86, 54], columns: 1, rows: 1, first: [0, 0], step: [0, 0] },
};
