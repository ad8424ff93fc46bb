import { describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES, type PaymentStatus } from './order.ts';
import {
  decideSettlement,
  doubtOfVoid,
  type Mismatch,
  mismatchOf,
  type PaymentState,
  type Settlement,
  type SettlementFacts,
} from './settlement.ts';

const STATES = [
  'open',
  'processing',
  'paid',
  'failed',
  'expired',
  'canceled',
] as const satisfies readonly PaymentState[];

/** The effect of each of STATES on an order in each status, when everything matches. */
const TABLE: Record<PaymentStatus, Settlement[]> = {
  pending: ['nothing', 'nothing', 'complete', 'release', 'release', 'release'],
  completed: ['nothing', 'nothing', 'refund_duplicate', 'nothing', 'nothing', 'nothing'],
  partially_refunded: ['nothing', 'nothing', 'refund_duplicate', 'nothing', 'nothing', 'nothing'],
  refunded: ['nothing', 'nothing', 'refund_duplicate', 'nothing', 'nothing', 'nothing'],
  failed: ['nothing', 'nothing', 'complete_late', 'nothing', 'nothing', 'nothing'],
  expired: ['nothing', 'nothing', 'complete_late', 'nothing', 'nothing', 'nothing'],
  cancelled: ['nothing', 'nothing', 'complete_late', 'nothing', 'nothing', 'nothing'],
  review: ['nothing', 'nothing', 'review', 'nothing', 'nothing', 'nothing'],
};

interface Changes {
  readonly order?: Partial<SettlementFacts['order']>;
  readonly attempt?: Partial<SettlementFacts['attempt']>;
  readonly payment?: Partial<SettlementFacts['payment']>;
}

const decide = (changes: Changes) => decideSettlement(factsOf(changes));

function factsOf({ order, attempt, payment }: Changes): SettlementFacts {
  return {
    order: {
      status: 'pending',
      total: 20_00,
      currency: 'usd',
      isPast: false,
      isBoughtAlready: false,
      ...order,
    },
    attempt: { belongsToOrder: true, livemode: false, allowsAnotherCard: false, ...attempt },
    payment: {
      state: 'paid',
      captured: 20_00,
      currency: 'usd',
      livemode: false,
      alreadyRecorded: false,
      ...payment,
    },
  };
}

describe('what a payment does to its order (R-ORDER-2)', () => {
  test.each(PAYMENT_STATUSES)('%s', (status) => {
    expect(STATES.map((state) => decide({ order: { status }, payment: { state } }))).toEqual(TABLE[status]);
  });

  test.each(PAYMENT_STATUSES)('money already in the ledger changes nothing: %s', (status) => {
    expect(decide({ order: { status }, payment: { alreadyRecorded: true } })).toBe('nothing');
  });

  test.each<[string, Mismatch, Changes]>([
    ['a cent less', 'other_amount', { payment: { captured: 19_99 } }],
    ['a cent more', 'other_amount', { payment: { captured: 20_01 } }],
    ['nothing captured', 'other_amount', { payment: { captured: 0 } }],
    ['another currency', 'other_amount', { payment: { currency: 'eur' } }],
    ['a test payment for a live attempt', 'other_mode', { attempt: { livemode: true } }],
    ['a live payment for a test attempt', 'other_mode', { payment: { livemode: true, captured: 19_99 } }],
    ["another order's attempt", 'other_order', { attempt: { belongsToOrder: false, livemode: true } }],
  ])('%s goes to review as %s, whatever the status', (_name, mismatch, changes) => {
    for (const status of PAYMENT_STATUSES) {
      const facts = factsOf({ ...changes, order: { status } });
      expect([status, decideSettlement(facts), mismatchOf(facts)]).toEqual([status, 'review', mismatch]);
    }
  });

  test('a payment that matches differs only if its order is under review', () => {
    for (const status of PAYMENT_STATUSES)
      expect(mismatchOf(factsOf({ order: { status } }))).toBe(status === 'review' ? 'under_review' : null);
  });

  test.each([
    ["a payment after the order's last day", { isPast: true }],
    ['a payment for a checkout that another order has paid', { isBoughtAlready: true }],
  ])('%s is refunded, even if seats are free', (_name, order) => {
    for (const status of ['pending', 'failed', 'expired', 'cancelled'] as const) {
      expect(decide({ order: { status, ...order } })).toBe('refund_late');
    }
    expect(decide({ order: { status: 'completed', ...order } })).toBe('refund_duplicate');
    expect(decide({ order: { status: 'review', ...order } })).toBe('review');
  });

  test('on our own card form, a declined card leaves the order open for another', () => {
    const ours = { attempt: { allowsAnotherCard: true } };
    for (const state of ['failed', 'expired', 'canceled'] as const) {
      expect(decide({ ...ours, payment: { state, captured: 0 } })).toBe('try_again');
      expect(decide({ ...ours, order: { status: 'completed' }, payment: { state, captured: 0 } })).toBe(
        'nothing',
      );
    }
    expect(decide(ours)).toBe('complete');
  });

  test('a failed payment without money never changes a paid order', () => {
    for (const state of ['failed', 'expired', 'canceled'] as const) {
      expect(decide({ order: { status: 'completed' }, payment: { state, captured: 0 } })).toBe('nothing');
    }
  });
});

test('money of a voided attempt is in doubt: for a minute while the void runs, and always after it', () => {
  const voidingSince = new Date('2025-08-01T16:00:00Z');
  const after = (seconds: number) => new Date(voidingSince.getTime() + seconds * 1000);
  const doubt = (state: 'unknown' | 'canceled' | 'paid', seconds: number) =>
    doubtOfVoid({ state, voidingSince }, after(seconds));
  expect([doubt('unknown', 0), doubt('unknown', 59), doubt('unknown', 60)]).toEqual([
    'voiding',
    'voiding',
    null,
  ]);
  expect([doubt('canceled', 0), doubt('canceled', 9_999)]).toEqual(['voided', 'voided']);
  expect(doubt('paid', 0)).toBeNull();
  expect(doubtOfVoid({ state: 'canceled', voidingSince: null }, after(0))).toBeNull();
});
