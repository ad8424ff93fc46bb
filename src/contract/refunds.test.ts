import { expect, test } from 'vitest';
import { cancelSeats } from './cancel.ts';
import { refundOrder, resolvePaymentCase } from './refunds.ts';

const refundId = '9f0c8e9a-00ab-4000-8000-00000000000c';

test.each([
  [{ amount: 1 }, true],
  [{ amount: 0, registrationIds: [7] }, true],
  [{ amount: 0, freeSeats: 1 }, true],
  [{ amount: 0 }, false],
  [{ amount: -1, freeSeats: 1 }, false],
  [{ amount: 0.5 }, false],
  [{ amount: 99_999_999 }, true],
  [{ amount: 100_000_000 }, false],
  [{ amount: 1, freeSeats: -1 }, false],
  [{ amount: 1, freeSeats: 11 }, false],
])('staff may ask for the refund %j: %s', (asked, may) => {
  expect(refundOrder.body.safeParse({ refundId, ...asked }).success).toBe(may);
});

test.each([
  [{ amount: 0, freeSeats: 1 }, true],
  [{ amount: -1, freeSeats: 1 }, false],
  [{ amount: 100_000_000, freeSeats: 1 }, false],
  [{ amount: 0, freeSeats: -1 }, false],
  [{ amount: 0, freeSeats: 11 }, false],
  [{ amount: 0, registrationIds: Array.from({ length: 11 }, (_, id) => id) }, false],
])('a buyer may ask for the cancellation %j: %s', (asked, may) => {
  expect(cancelSeats.body.safeParse({ refundId, ...asked }).success).toBe(may);
});

test.each([
  [{ decision: 'dismiss' }, true],
  [{ decision: 'refund', amount: 1, isWhole: false, seats: 0 }, true],
  [{ decision: 'refund' }, false],
  [{ decision: 'refund', isWhole: false, seats: 0 }, false],
  [{ decision: 'refund', amount: 1, seats: 0 }, false],
  [{ decision: 'refund', amount: 1, isWhole: false }, false],
])('a case may be decided by %j: %s, because a refund says what was shown', (decided, may) => {
  expect(resolvePaymentCase.body.safeParse(decided).success).toBe(may);
});
