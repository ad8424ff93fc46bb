import { describe, expect, test } from 'vitest';
import { sampleEvent as event } from '#test/sample-event.ts';
import { countdownTo, eventPhase, hasConcluded, isEarlyBird, isRegistrationClosed } from './event-phase.ts';

const near = (instant: string, milliseconds: number) => new Date(new Date(instant).getTime() + milliseconds);

describe('the phase (R-TIME-1)', () => {
  test.each([
    ['early bird ends', '2025-08-06T23:59:59Z', ['early_bird', 'early_bird', 'regular']],
    ['the event starts', '2025-09-20T09:00:00-06:00', ['regular', 'under_way', 'under_way']],
    ['the program ends', '2025-09-20T17:00:00-06:00', ['under_way', 'ended', 'ended']],
    ['registration closes', '2025-09-21T00:00:00-06:00', ['ended', 'past', 'past']],
  ] as const)('changes when %s', (_name, border, phases) => {
    expect([-1, 0, 1].map((ms) => eventPhase(event, near(border, ms)))).toEqual(phases);
  });

  test.each(['Europe/Berlin', 'Pacific/Auckland', 'UTC'])("doesn't depend on the time zone: %s", (zone) => {
    const elsewhere = { ...event, zone };
    expect([-1, 0].map((ms) => eventPhase(elsewhere, near(event.closesAt, ms)))).toEqual(['ended', 'past']);
  });
});

test.each([
  ['2025-08-06T23:59:58.999Z', true],
  ['2025-08-06T23:59:59.000Z', true],
  ['2025-08-06T23:59:59.001Z', false],
  ['2025-08-07T00:00:00.000Z', false],
  // The same evening in Denver is still August 6, but early bird is over.
  ['2025-08-06T18:00:00-06:00', false],
])('at %s early bird is %s (R-PRICE-2)', (instant, expected) => {
  expect(isEarlyBird(event, new Date(instant))).toBe(expected);
});

test.each([
  [-1, false],
  [0, true],
  [1, true],
])('%i ms from the end of the program, it has concluded: %s', (ms, concluded) => {
  expect(hasConcluded(event, near(event.endsAt, ms))).toBe(concluded);
});

test.each([
  [-1, false, false],
  [0, false, true],
  [1, false, true],
  [-1, true, true],
  [0, true, true],
])(
  '%i ms from closing, closed by the build %s: registration is closed: %s (R-TIME-2)',
  (ms, flag, closed) => {
    expect(isRegistrationClosed(event, near(event.closesAt, ms), flag)).toBe(closed);
  },
);

test.each([
  [0, [0, 0, 0, 0]],
  [-5_000, [0, 0, 0, 0]],
  [999, [0, 0, 0, 0]],
  [1_000, [0, 0, 0, 1]],
  [59_999, [0, 0, 0, 59]],
  [60_000, [0, 0, 1, 0]],
  [3_600_000, [0, 1, 0, 0]],
  [86_399_999, [0, 23, 59, 59]],
  [86_400_000, [1, 0, 0, 0]],
  [100 * 86_400_000 + 3_661_000, [100, 1, 1, 1]],
])('%i ms before its target a countdown shows %j', (ms, [days, hours, minutes, seconds]) => {
  const target = new Date(event.startsAt);
  expect(countdownTo(target, near(event.startsAt, -ms))).toEqual({ days, hours, minutes, seconds });
});
