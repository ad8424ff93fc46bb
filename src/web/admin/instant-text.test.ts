import { expect, test } from 'vitest';
import { saidEnd } from './instant-text.ts';

test('the end of a day is shown as that day, any other end unchanged', () => {
  expect(saidEnd(new Date('2025-09-01T06:00:00Z'))).toBe('Aug 31, 2025, 11:59 PM MDT');
  expect(saidEnd(new Date('2025-12-02T07:00:00Z'))).toBe('Dec 1, 2025, 11:59 PM MST');
  expect(saidEnd(new Date('2025-09-01T18:00:00Z'))).toBe('Sep 1, 2025, 12:00 PM MDT');
});
