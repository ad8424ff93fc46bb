import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWholeRefund, type RefundFacts, refundRefusal, refundShare } from './refund.ts';

const facts: RefundFacts = { captured: 200_00, refunded: 0, isDisputed: false, people: [1, 2, 3], seats: 10 };
const wish = { amount: 20_00, registrationIds: [2], openSeats: 0 };

test.each([
  ['one ticket', {}, {}, null],
  ['all that is left', { refunded: 50_00 }, { amount: 150_00 }, null],
  ['a cent more than is left', { refunded: 50_00 }, { amount: 150_01 }, 'refund_too_large'],
  ['more than was paid', {}, { amount: 200_01 }, 'refund_too_large'],
  ['while the payment is disputed', { isDisputed: true }, {}, 'order_disputed'],
  ["another order's ticket", {}, { registrationIds: [4] }, 'registration_not_found'],
  ['one ticket twice', {}, { registrationIds: [2, 2] }, 'registration_not_found'],
  ['every open seat', {}, { registrationIds: [], openSeats: 7 }, null],
  ['more open seats than there are', {}, { registrationIds: [], openSeats: 8 }, 'no_such_seats'],
] as const)('%s', (_what, order, asked, refusal) => {
  expect(refundRefusal({ ...facts, ...order }, { ...wish, ...asked })).toBe(refusal);
});

test('an order is refunded in full when nothing is left, and never if nothing was paid', () => {
  expect(isWholeRefund({ captured: 20_00, refunded: 20_00 })).toBe(true);
  expect(isWholeRefund({ captured: 20_00, refunded: 19_99 })).toBe(false);
  expect(isWholeRefund({ captured: 0, refunded: 0 })).toBe(false);
});

test('the shares of all seats add up to the total, and none is off by more than a cent (R-REFUND-3)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(1, 5, 10), (total, seats) => {
      expect(refundShare(total, seats, seats)).toBe(total);
      const parts = Array.from(
        { length: seats },
        (_, index) => refundShare(total, seats, index + 1) - refundShare(total, seats, index),
      );
      for (const part of parts) expect(Math.abs(part - total / seats)).toBeLessThan(1);
    }),
  );
});
