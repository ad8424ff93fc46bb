import { expect, test } from 'vitest';
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/order.ts';
import { statusTextOf, successTitles } from './status-text.ts';

const order = (paymentStatus: PaymentStatus, seatsReturned = 0) => ({
  ...{ paymentStatus, teamMemberCount: 5, seatsReturned },
});

test('each payment status leads to its next step', () => {
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
  const promises = (isClosed: boolean) =>
    PAYMENT_STATUSES.filter((status) =>
      statusTextOf(order(status), isClosed)?.text.includes('register again'),
    );
  expect([promises(false), promises(true)]).toEqual([['failed', 'cancelled'], []]);
});

test('an order whose seats were all canceled has no tickets, paid or partly refunded', () => {
  for (const status of ['completed', 'partially_refunded'] as const) {
    expect(statusTextOf(order(status, 5), false)?.title).toBe('All seats in this order were canceled');
    expect(statusTextOf(order(status, 4), false)?.text).not.toBe('Its tickets are no longer valid.');
  }
});

test('a partial refund says which tickets stay valid', () => {
  const text = (seatsReturned: number) =>
    statusTextOf(order('partially_refunded', seatsReturned), false)?.text;
  expect([text(0), text(2)]).toEqual([
    'Your tickets stay valid.',
    'The tickets of the canceled seats are no longer valid. The others stay valid.',
  ]);
});

test('a buyer is in as long as a paid order has seats', () => {
  const titles = (status: PaymentStatus, seatsReturned: number) =>
    Object.values(successTitles({ ...order(status, seatsReturned), organizerFirstName: 'Jane' }));
  const isIn = ['You’re in, Jane!', 'Registration complete'];
  const isNot = ['Your registration', 'Your registration'];
  expect([titles('completed', 0), titles('partially_refunded', 4)]).toEqual([isIn, isIn]);
  expect([titles('completed', 5), titles('partially_refunded', 5)]).toEqual([isNot, isNot]);
  expect(titles('refunded', 0)).toEqual(isNot);
});
