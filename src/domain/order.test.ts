import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ATTEMPT_STATES,
  type AttemptState,
  advanceAttempt,
  caseDecisions,
  ENDABLE_ATTEMPTS,
  hasEndedUnpaid,
  hasFailed,
  holdsSeats,
  isLeftOutOfTotals,
  isPaid,
  LIVE_ATTEMPTS,
  nextStatus,
  type OrderEvent,
  PAYMENT_STATUSES,
  type PaymentStatus,
  REFUND_STATES,
} from './order.ts';

const EVENTS = [
  'paid',
  'paid_late',
  'mismatch',
  'hold_expired',
  'cancelled',
  'payment_failed',
  'refunded_in_part',
  'refunded_in_full',
  'refund_failed',
  'refund_undone',
] as const satisfies readonly OrderEvent[];

/** Every cell is the status after each of EVENTS; null means refused. */
const TABLE: Record<PaymentStatus, (PaymentStatus | null)[]> = {
  //                   paid         paid_late    mismatch  hold_expired cancelled    failed    in part               in full     refund failed     refund undone
  pending: ['completed', null, 'review', 'expired', 'cancelled', 'failed', null, null, null, null],
  completed: [null, null, null, null, null, null, 'partially_refunded', 'refunded', null, null],
  partially_refunded: [
    null,
    null,
    null,
    null,
    null,
    null,
    'partially_refunded',
    'refunded',
    'review',
    'completed',
  ],
  failed: [null, 'completed', 'review', null, null, null, null, 'refunded', 'review', null],
  expired: [null, 'completed', 'review', null, null, null, null, 'refunded', 'review', null],
  cancelled: [null, 'completed', 'review', null, null, null, null, 'refunded', 'review', null],
  review: [null, null, null, null, null, null, 'review', 'refunded', null, null],
  refunded: [null, null, null, null, null, null, null, null, 'review', null],
};

describe('what each event does to an order in status (R-ORDER-1)', () => {
  test.each(PAYMENT_STATUSES)('%s', (status) => {
    expect(EVENTS.map((event) => nextStatus(status, event))).toEqual(TABLE[status]);
  });

  test('no failure, expiry or cancellation changes a paid order', () => {
    const failures = ['hold_expired', 'cancelled', 'payment_failed'] as const;
    for (const status of ['completed', 'partially_refunded', 'refunded', 'review'] as const) {
      for (const event of failures)
        expect([status, event, nextStatus(status, event)]).toEqual([status, event, null]);
    }
  });

  test('only a refund changes a paid order', () => {
    const withoutFailures = EVENTS.filter((event) => !['refund_failed', 'refund_undone'].includes(event));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...withoutFailures), { maxLength: 12 }), (happenings) => {
        let status: PaymentStatus = 'completed';
        for (const event of happenings) status = nextStatus(status, event) ?? status;
        const isRefunded = happenings.includes('refunded_in_full');
        const isPartly = happenings.includes('refunded_in_part');
        expect(status).toBe(isRefunded ? 'refunded' : isPartly ? 'partially_refunded' : 'completed');
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['pending', false, true, false, false],
  ['completed', true, true, false, false],
  ['failed', false, false, true, false],
  ['expired', false, false, true, true],
  ['cancelled', false, false, true, true],
  ['refunded', false, false, false, false],
  ['partially_refunded', true, true, false, false],
  ['review', false, true, false, false],
] as const)(
  '%s: tickets valid %s, seats kept %s, ended unpaid %s, left out of totals %s (R-SEAT-3)',
  (status, ...expected) => {
    const rules = [isPaid, holdsSeats, hasEndedUnpaid, isLeftOutOfTotals];
    expect(rules.map((rule) => rule(status))).toEqual(expected);
  },
);

test('a refund that failed or was canceled has not been paid', () => {
  expect(REFUND_STATES.filter(hasFailed)).toEqual(['failed', 'canceled']);
});

test('the table covers every status', () => {
  expect([...PAYMENT_STATUSES].toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

describe('an attempt only moves forward (R-ORDER-3)', () => {
  const RANKS: Record<AttemptState, number> = {
    new: 0,
    unknown: 0,
    open: 1,
    processing: 2,
    failed: 3,
    expired: 3,
    canceled: 3,
    paid: 4,
  };
  const pairs = ATTEMPT_STATES.flatMap((from) => ATTEMPT_STATES.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s', (from, to) => {
    expect(advanceAttempt(from, to)).toBe(RANKS[to] > RANKS[from] ? to : from);
  });

  test('paid is reached from every state and never left', () => {
    expect(ATTEMPT_STATES.map((state) => advanceAttempt(state, 'paid'))).toEqual(
      ATTEMPT_STATES.map(() => 'paid'),
    );
    expect(ATTEMPT_STATES.map((state) => advanceAttempt('paid', state))).toEqual(
      ATTEMPT_STATES.map(() => 'paid'),
    );
  });

  test('paid wins in any order of reports', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ATTEMPT_STATES), { maxLength: 10 }), (told) => {
        const end = told.reduce(advanceAttempt, 'new' as AttemptState);
        expect(end === 'paid').toBe(told.includes('paid'));
      }),
      { numRuns: 2_000 },
    );
  });

  test('new, open, processing and unknown attempts are live, and all but processing can be ended', () => {
    expect(LIVE_ATTEMPTS).toEqual(['new', 'open', 'processing', 'unknown']);
    expect(ENDABLE_ATTEMPTS).toEqual(['new', 'open', 'unknown']);
  });
});

describe('what staff may decide in a case (R-ORDER-5)', () => {
  test.each([
    ['payment_mismatch', { status: 'review', refundable: 19_99 }, ['accept', 'refund']],
    ['refund_failed', { status: 'review', refundable: 20_00 }, ['dismiss', 'accept', 'refund']],
    ['payment_mismatch', { status: 'review', refundable: 0, isBeingRefunded: true }, []],
    ['refund_failed', { status: 'review', refundable: 0, isBeingRefunded: true }, ['dismiss']],
    ['payment_mismatch', { status: 'review', refundable: 0, isLost: true }, ['dismiss', 'accept']],
    ['payment_mismatch', { status: 'completed', refundable: 20_00 }, ['dismiss', 'refund']],
    ['payment_mismatch', { status: 'refunded', refundable: 60_00 }, ['dismiss', 'refund']],
    ['dispute_lost', { status: 'completed', refundable: 0 }, ['dismiss']],
    ['provider_silent', { status: 'completed', refundable: 20_00 }, []],
    ['capacity_drift', null, []],
    ['payment_without_order', null, ['dismiss']],
    ['refund_elsewhere', { status: 'review', refundable: 15_00 }, ['dismiss']],
  ] as const)('%s with %o: the safest decision comes first', (kind, order, decisions) => {
    expect(caseDecisions(kind, order && { isBeingRefunded: false, isLost: false, ...order })).toEqual(
      decisions,
    );
  });
});
