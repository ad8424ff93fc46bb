import { describe, expect, test } from 'vitest';
import { sampleEvent as event } from '#test/sample-event.ts';
import { admission, isSamePress, isValidOn, type Ticket, ticketStatus } from './admission.ts';
import { PAYMENT_STATUSES } from './order.ts';

const [REHEARSAL, TRAINING, CONFERENCE, AFTER] = [
  '2025-09-18',
  '2025-09-19',
  '2025-09-20',
  '2025-09-21',
] as const;
const ticket: Ticket = {
  eventType: 'conference',
  paymentStatus: 'completed',
  replaced: null,
  admittedToday: null,
};
const first = { at: new Date('2025-09-20T14:05:00Z'), door: 'Main entrance', by: 'Maria' };
const before = { ...first, pressId: 'press 1' };

describe('the verdict on a scanned ticket (R-DOOR-1)', () => {
  test.each([
    ['conference', [REHEARSAL, 'admit'], [TRAINING, 'wrong_day'], [CONFERENCE, 'admit'], [AFTER, 'admit']],
    ['trainer', [REHEARSAL, 'admit'], [TRAINING, 'admit'], [CONFERENCE, 'wrong_day'], [AFTER, 'admit']],
    ['both', [REHEARSAL, 'admit'], [TRAINING, 'admit'], [CONFERENCE, 'admit'], [AFTER, 'admit']],
  ] as const)('depends on the day of the ticket: %s', (eventType, ...days) => {
    expect(days.map(([day]) => [day, admission(event, { ...ticket, eventType }, day!).kind])).toEqual(days);
  });

  test.each(PAYMENT_STATUSES)('depends on the payment: %s', (paymentStatus) => {
    const isGood = paymentStatus === 'completed' || paymentStatus === 'partially_refunded';
    expect(admission(event, { ...ticket, paymentStatus }, CONFERENCE)).toEqual(
      isGood ? { kind: 'admit' } : { kind: 'not_paid', paymentStatus },
    );
  });

  test('a second scan on the same day reports the first', () => {
    const verdict = admission(event, { ...ticket, admittedToday: before }, CONFERENCE);
    expect(verdict).toEqual({ kind: 'already_checked_in', ...first });
  });

  test('only the admitting press is recognized as a retry (R-DOOR-3)', () => {
    const is = (admittedToday: Ticket['admittedToday'], pressId?: string) =>
      isSamePress({ ...ticket, admittedToday }, pressId);
    const withoutId = { ...first, pressId: null };
    expect([
      is(before, 'press 1'),
      is(before, 'press 2'),
      is(before),
      is(withoutId),
      is(withoutId, 'press 1'),
      is(null, 'press 1'),
      is(null),
    ]).toEqual([true, false, false, false, false, false, false]);
  });

  test('a rehearsal also admits only once', () => {
    const verdict = admission(event, { ...ticket, admittedToday: before }, REHEARSAL);
    expect(verdict).toEqual({ kind: 'already_checked_in', ...first });
  });

  test('a two-day ticket is valid on both days', () => {
    const both: Ticket = { ...ticket, eventType: 'both' };
    expect([TRAINING, CONFERENCE].map((day) => admission(event, both, day))).toEqual([
      { kind: 'admit' },
      { kind: 'admit' },
    ]);
  });

  test('a replaced code is refused as replaced, whatever else is wrong with the ticket', () => {
    const replaced = { at: new Date('2025-09-12T10:00:00Z'), because: 'given_away' } as const;
    for (const paymentStatus of PAYMENT_STATUSES) {
      const response = admission(event, { ...ticket, paymentStatus, replaced }, CONFERENCE);
      expect(response).toEqual({ kind: 'replaced', ...replaced });
    }
  });

  test('payment is checked first, then the day, then an earlier admission', () => {
    const wrong: Ticket = { ...ticket, eventType: 'trainer', admittedToday: before };
    expect(admission(event, { ...wrong, paymentStatus: 'refunded' }, CONFERENCE)).toEqual({
      kind: 'not_paid',
      paymentStatus: 'refunded',
    });
    expect(admission(event, wrong, CONFERENCE)).toEqual({ kind: 'wrong_day', validOn: [TRAINING] });
  });
});

test.each([
  ['conference', [true, false, true, true]],
  ['trainer', [true, true, false, true]],
  ['both', [true, true, true, true]],
] as const)(
  'on the two days of the event, a ticket for %s is valid on its own only (R-DOOR-1)',
  (eventType, valid) => {
    const days = [REHEARSAL, TRAINING, CONFERENCE, AFTER];
    expect(days.map((day) => isValidOn(event, eventType, day))).toEqual(valid);
  },
);

test.each([
  [true, 'completed', 'voided'],
  [true, 'refunded', 'refunded'],
  [false, 'completed', 'completed'],
] as const)('a ticket of an order (canceled: %s, order: %s) is %s', (isVoided, paymentStatus, status) => {
  expect(ticketStatus(isVoided, paymentStatus)).toBe(status);
});
