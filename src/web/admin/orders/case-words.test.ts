import { expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { meansOf, reasonOf } from './case-words.ts';

const reason = (details: PaymentCase['details']) =>
  reasonOf({ kind: 'refund_failed', details } as unknown as PaymentCase);

test('the case of a failed refund says whether the refund came back or was never sent', () => {
  expect(reason({ amount: 20_00 })).toBe(
    'The refund of $20.00 came back: the card or account did not accept it.',
  );
  expect(reason({ amount: 20_00, isRefused: true, provider: 'stripe' })).toBe(
    'Stripe rejected the refund of $20.00; it may already have been refunded there. Look up the payment in Stripe.',
  );
});

test('the case of a returned ticket says when its refund is no longer due', () => {
  const returned = { kind: 'seat_returned', details: { amount: 10_00, nothingBack: null } };
  const refund = { amount: 10_00, isWhole: false, seats: 1 };
  const said = (one: object) => reasonOf({ ...returned, resolvedAt: null, ...one } as unknown as PaymentCase);
  const due = 'The order’s only ticket was returned. Under the refund policy, the buyer gets $10.00.';
  expect(said({ refund })).toBe(due);
  expect(said({ refund: null, resolvedAt: '2025-09-15T18:00:00Z' })).toBe(due);
  expect(said({ refund: null })).toBe(
    'The order’s only ticket was returned. Under the refund policy, the buyer was due $10.00. The order has changed since then, so check it before you refund anything.',
  );
});

test.each([
  [{ mismatch: 'other_amount', captured: 1_00 }, '$1.00 arrived, but the order total is $20.00.'],
  [{ captured: 1_00 }, '$1.00 arrived, but the order total is $20.00.'],
  [
    { mismatch: 'other_amount', captured: 20_00, currency: 'jpy' },
    '2000 JPY arrived, but the order total is $20.00.',
  ],
  [
    { mismatch: 'other_order', otherOrder: 42 },
    '$20.00 arrived, but the payment is for another order, DSS000042.',
  ],
  [{ mismatch: 'other_order', otherOrder: null }, '$20.00 arrived, but not from this order’s checkout.'],
  [
    { mismatch: 'other_mode', livemode: false },
    '$20.00 arrived as test money, but the order needs real money.',
  ],
  [
    { mismatch: 'other_mode', livemode: true },
    '$20.00 arrived as real money, but the order was placed in test mode.',
  ],
  [{ mismatch: 'under_review' }, '$20.00 arrived while the order was under review.'],
])('the case of a payment that does not match its order says how it differs: %j', (found, words) => {
  const {
    captured: minor = 20_00,
    currency = 'usd',
    ...rest
  } = found as {
    captured?: number;
    currency?: string;
  };
  const details = { captured: { minor, currency }, wanted: 20_00, ...rest };
  expect(reasonOf({ kind: 'payment_mismatch', details } as unknown as PaymentCase)).toBe(words);
});

test('the case of money on a closed order names its status as the list of orders does', () => {
  const details = { status: 'cancelled', captured: 20_00, returned: 0 };
  expect(reasonOf({ kind: 'payment_mismatch', details } as unknown as PaymentCase)).toBe(
    '$20.00 arrived and $0.00 was refunded, but the order is canceled.',
  );
});

test('a refund from the case of a failed one cancels what that one was for', () => {
  const means = (seats: number) =>
    meansOf('refund', {
      kind: 'refund_failed',
      refund: { amount: 20_00, isWhole: false, seats },
    } as PaymentCase);
  expect(means(0)).toBe('$20.00 will be refunded to the buyer. The order keeps its tickets.');
  expect(means(1)).toBe(
    '$20.00 will be refunded to the buyer. This cancels what the failed refund was for: 1 seat.',
  );
});

test('dismissing a failed refund says what became of its seats', () => {
  const means = (seats: number) =>
    meansOf('dismiss', {
      kind: 'refund_failed',
      refund: { amount: 20_00, isWhole: false, seats },
    } as PaymentCase);
  expect(means(0)).toBe(
    'It was settled by other means. Tickets that the refund canceled stay canceled; the others stay valid.',
  );
  expect(means(1)).toBe(
    'It was settled by other means. The refund canceled nothing, so the order keeps its seats. To cancel them, enter a refund of $0.00 in the order first.',
  );
});

test('the case of a dispute won after a refund says that all of the money goes back', () => {
  const won = {
    kind: 'payment_mismatch',
    details: { status: 'refunded', wonBack: 15_00 },
    refund: { amount: 15_00, isWhole: true, seats: 0 },
  } as unknown as PaymentCase;
  expect([reasonOf(won), meansOf('refund', won)]).toEqual([
    'A dispute was won, and $15.00 came back, but the order has already been refunded.',
    '$15.00 will be refunded to the buyer. That is the rest of the payment, so no ticket in the order stays valid.',
  ]);
});

test.each([
  [0, 'the order’s seats have been canceled without a full refund.'],
  [
    7,
    'some of the order’s seats have been canceled, perhaps without a full refund. If more is due, refund it in the order.',
  ],
])(
  'the case of a dispute won for a paid order with %d seats left says which seats were canceled',
  (seatsLeft, what) => {
    const details = { status: 'completed', wonBack: 15_00, seatsLeft };
    expect(reasonOf({ kind: 'payment_mismatch', details } as unknown as PaymentCase)).toBe(
      `A dispute was won, and $15.00 came back, but ${what}`,
    );
  },
);

test('the cases of money that this site did not move itself say who moved it and what to do', () => {
  const said = (kind: string, details: object) =>
    reasonOf({ kind, subject: 'du_1', details } as unknown as PaymentCase);
  expect(said('refund_elsewhere', { provider: 'stripe', amount: 5_00 })).toBe(
    '$5.00 was refunded in Stripe, not by this site. The order keeps its seats. To cancel seats, enter a refund of $0.00. If the order is under review, decide its other case first. Then dismiss this one: until you do, the buyer can’t cancel seats.',
  );
  expect(said('payment_without_order', { provider: 'square', orderId: 42, disputed: 20_00 })).toBe(
    'The buyer disputed $20.00 for DSS000042, an order this site doesn’t have. Look up du_1 in Square.',
  );
});
