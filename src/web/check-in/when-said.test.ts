import { expect, test } from 'vitest';
import { whenSaid } from './when-said.ts';

const at = new Date('2025-09-20T14:05:00Z');
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);

test('a check-in reads “Just now” for a minute, then the time at the venue', () => {
  expect([0, 59.999, 60, 7200].map((seconds) => whenSaid('America/Denver', at, after(seconds)))).toEqual([
    'Just now',
    'Just now',
    '8:05 AM',
    '8:05 AM',
  ]);
});

test('a time slightly ahead of the clock is just now', () => {
  expect(whenSaid('America/Denver', at, after(-3))).toBe('Just now');
});
