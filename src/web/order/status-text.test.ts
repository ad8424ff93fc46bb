import { expect, test } from 'vitest';
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/order.ts';
import { statusTextOf } from './status-text.ts';

const order = (paymentStatus: PaymentStatus, seatsReturned = 0) => ({
  ...{ paymentStatus, teamMemberCount: 5, seatsReturned },
});

test('the next step for each payment status', () => {
  const steps = PAYMENT_STATUSES.map((status) => [status, statusTextOf(order(status), false)?.nextStep]);
  expect(Object.fromEntries(steps)).toEqual({
    pending: 'check',
    completed: undefined,
    failed: 'register',
    expired: 'register',
    cancelled: 'register',
    refunded: 'write',
    partially_refunded: null,
    review: 'write',
  });
});

test('closed registration is never offered', () => {
  const steps = PAYMENT_STATUSES.map((status) => statusTextOf(order(status), true)?.nextStep);
  expect(steps).not.toContain('register');
  expect(statusTextOf(order('expired'), true)?.nextStep).toBe('write');
  expect(statusTextOf(order('pending'), true)?.nextStep).toBe('check');
});

test('an order whose seats were all canceled has no tickets, paid or partly refunded', () => {
  for (const status of ['completed', 'partially_refunded'] as const) {
    expect(statusTextOf(order(status, 5), false)?.title).toBe('All seats of this order were canceled');
    expect(statusTextOf(order(status, 4), false)?.text).not.toBe('Its tickets are no longer valid.');
  }
});
