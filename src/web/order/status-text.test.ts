import { expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { statusTextOf } from './status-text.ts';

test('what one can do about each payment status', () => {
  const steps = PAYMENT_STATUSES.map((status) => [status, statusTextOf(status, false)?.nextStep]);
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
  const steps = PAYMENT_STATUSES.map((status) => statusTextOf(status, true)?.nextStep);
  expect(steps).not.toContain('register');
  expect(statusTextOf('expired', true)?.nextStep).toBe('write');
  expect(statusTextOf('pending', true)?.nextStep).toBe('check');
});
