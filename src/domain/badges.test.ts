import { expect, test } from 'vitest';
import { BADGE_FORMATS, BADGE_SHEETS } from './badges.ts';

test.each(BADGE_FORMATS)('the badges of %s are centered on the page and do not touch', (format) => {
  const { page, badge, columns, rows, first, step } = BADGE_SHEETS[format];
  for (const [side, count] of [
    [0, columns],
    [1, rows],
  ] as const) {
    const end = first[side] + (count - 1) * step[side] + badge[side];
    expect(end + first[side]).toBeCloseTo(page[side]);
    if (count > 1) expect(step[side]).toBeGreaterThan(badge[side]);
  }
});

test('sheets have the manufacturers’ measures', () => {
  const perPage = BADGE_FORMATS.map((format) => BADGE_SHEETS[format].columns * BADGE_SHEETS[format].rows);
  expect(perPage).toEqual([8, 10, 1]);
  expect(BADGE_SHEETS.letter.badge.map((side) => Math.round(side * 10) / 10)).toEqual([85.7, 59.3]);
  expect(BADGE_SHEETS.a4.badge).toEqual([80, 50]);
  expect(BADGE_SHEETS.single.badge).toEqual([86, 54]);
});
