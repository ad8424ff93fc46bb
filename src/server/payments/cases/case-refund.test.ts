import { expect, test } from 'vitest';
import type { CaseKind, PaymentStatus } from '#domain/order.ts';
import { caseRefund } from './case-refund.ts';

const REFUNDABLE = 60_00;
const TOTAL = 20_00;

test.each<[string, PaymentStatus, CaseKind, Record<string, unknown>, number]>([
  ['all of an order under review', 'review', 'refund_failed', { amount: 5_00 }, REFUNDABLE],
  ['a failed refund of a paid order', 'completed', 'refund_failed', { amount: 5_00 }, 5_00],
  ['a failed refund of a refunded order', 'refunded', 'refund_failed', { amount: 5_00 }, 5_00],
  ['at most what is left', 'refunded', 'refund_failed', { amount: 90_00 }, REFUNDABLE],
  ['what a paid order got twice', 'completed', 'payment_mismatch', { captured: 40_00, returned: 0 }, 20_00],
  ['what a refunded order kept', 'refunded', 'payment_mismatch', { captured: 40_00, returned: 30_00 }, 10_00],
  ['one payment too many', 'refunded', 'payment_mismatch', { captured: { minor: 7_00 } }, 7_00],
  ['what a dispute brought back', 'refunded', 'payment_mismatch', { wonBack: 15_00 }, 15_00],
  ['nothing of what staff refunded elsewhere', 'partially_refunded', 'refund_elsewhere', { amount: 5_00 }, 0],
  ['nothing of it during a review', 'review', 'refund_elsewhere', { amount: 5_00 }, 0],
  ['nothing else of a refunded order', 'refunded', 'dispute_lost', { amount: 5_00 }, 0],
])('a case refunds %s', (_, paymentStatus, kind, details, amount) => {
  expect(caseRefund({ kind, details }, { paymentStatus, totalAmount: TOTAL }, REFUNDABLE)).toBe(amount);
});
