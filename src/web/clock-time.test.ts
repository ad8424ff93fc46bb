import { expect, test } from 'vitest';
import { clockSpan } from './clock-time.ts';

test('a span has AM or PM once, unless it crosses noon', () => {
  expect([clockSpan('12:00', '13:30'), clockSpan('09:00', '09:20'), clockSpan('11:00', '12:00')]).toEqual([
    '12:00–1:30 PM',
    '9:00–9:20 AM',
    '11:00 AM–12:00 PM',
  ]);
});
