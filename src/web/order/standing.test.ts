import { expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { standingOf } from './standing.ts';

test('what one can do about each payment status', () => {
  const steps = PAYMENT_STATUSES.map((status) => [status, standingOf(status, false)?.nextStep]);
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

test('nobody is sent to a closed registration', () => {
  const steps = PAYMENT_STATUSES.map((status) => standingOf(status, true)?.nextStep);
  expect(steps).not.toContain('register');
  expect(standingOf('expired', true)?.nextStep).toBe('write');
  expect(standingOf('pending', true)?.nextStep).toBe('check');
});
