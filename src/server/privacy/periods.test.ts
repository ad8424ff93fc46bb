import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PERIODS, type Period } from '#domain/retention.ts';
import { startOf } from './periods.ts';

test('docs/privacy.md publishes every period, and no other', async () => {
  const page = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
  const published = [...page.matchAll(/^\| `(\w+)` \|.*\| (\d+) (months|days) after /gm)].map(
    ([, name, count, unit]) => [name, { [unit!]: Number(count) }],
  );
  expect(Object.fromEntries(published)).toEqual(PERIODS);
  expect(published).toHaveLength(Object.keys(PERIODS).length);
});

test.each<[Period, string, string]>([
  [{ days: 30 }, '2025-03-30T12:00:00Z', '2025-02-28T12:00:00.000Z'],
  [{ months: 24 }, '2027-09-21T06:00:00Z', '2025-09-21T06:00:00.000Z'],
  [{ months: 1 }, '2025-03-31T23:00:00Z', '2025-02-28T23:00:00.000Z'],
  [{ months: 12 }, '2024-02-29T00:00:00Z', '2023-02-28T00:00:00.000Z'],
])('%o before %s began at %s', (period, now, start) => {
  expect(startOf(period, new Date(now)).toISOString()).toBe(start);
});
