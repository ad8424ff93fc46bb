import { expect, test } from 'vitest';
import { PAYMENT_STATUSES } from './order.ts';
import { hasReceipt, type Movement, receiptFigures } from './receipt.ts';

const movement = (kind: Movement['kind'], amount: number, at: string): Movement => ({
  kind,
  amount,
  provider: 'stripe',
  at: new Date(at),
});

test('price minus discount is the total, and the amount kept is the sum of the ledger (R-RECEIPT-1)', () => {
  const refund = movement('refund', -333, '2025-07-18T16:00:00Z');
  const capture = movement('capture', 18_001, '2025-07-15T16:00:00Z');
  const reversal = movement('refund_reversal', 333, '2025-07-19T16:00:00Z');
  expect(receiptFigures({ total: 18_001, discount: 1_999 }, [refund, capture, reversal])).toEqual({
    price: 20_000,
    discount: 1_999,
    total: 18_001,
    movements: [capture, refund, reversal],
    kept: 18_001,
  });
  expect(receiptFigures({ total: 18_001, discount: 0 }, [capture, refund]).kept).toBe(17_668);
  expect(receiptFigures({ total: 0, discount: 2_000 }, [])).toMatchObject({ price: 2_000, kept: 0 });
});

test('completed, reviewed and refunded orders have a receipt (R-RECEIPT-1)', () => {
  expect(PAYMENT_STATUSES.filter(hasReceipt)).toEqual([
    'completed',
    'refunded',
    'partially_refunded',
    'review',
  ]);
});
