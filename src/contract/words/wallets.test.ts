import { expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { REPLACED_BECAUSE } from '#domain/person-change.ts';
import type { PassEnd } from '#domain/wallets.ts';
import { passEndWords } from './wallets.ts';

test('a pass that has ended says why, with the day in the event’s zone', () => {
  // September 12 in Denver, but already the 13th in UTC.
  const at = new Date('2025-09-13T04:00:00Z');
  const ends: PassEnd[] = [
    ...REPLACED_BECAUSE.map((because) => ({ kind: 'replaced' as const, at, because })),
    ...PAYMENT_STATUSES.map((paymentStatus) => ({ kind: 'not_paid' as const, paymentStatus })),
    { kind: 'canceled' },
    { kind: 'over' },
  ];
  expect([...new Set(ends.map((end) => passEndWords(end, 'America/Denver')))]).toEqual([
    'This ticket was replaced on September 12 and is no longer valid.',
    'This ticket was given to someone else on September 12.',
    'This ticket was returned on September 12.',
    'This ticket was canceled.',
    'This ticket was refunded.',
    'The payment for this ticket is under review. Please ask at the help desk.',
    'This event is over.',
  ]);
});
