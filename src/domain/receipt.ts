import type { Cents } from './money.ts';
import { hasHadMoney } from './order.ts';

export const MOVEMENTS = ['capture', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal'] as const;

/** Money that moved: positive to the host, negative back to the buyer. */
export interface Movement {
  readonly kind: (typeof MOVEMENTS)[number];
  readonly provider: string;
  readonly amount: Cents;
  readonly at: Date;
}

export interface ReceiptFigures {
  readonly price: Cents;
  readonly discount: Cents;
  readonly total: Cents;
  readonly movements: readonly Movement[];
  /** What the host kept: the sum of the movements. */
  readonly kept: Cents;
}

/** Completed orders have a receipt, free ones included; so have those under review and refunded ones (R-RECEIPT-1). */
export const hasReceipt = hasHadMoney;

/** Price − discount = total, and every ledger movement in order; nothing is computed again (R-RECEIPT-1). */
export function receiptFigures(
  order: { readonly total: Cents; readonly discount: Cents },
  movements: readonly Movement[],
): ReceiptFigures {
  return {
    price: order.total + order.discount,
    discount: order.discount,
    total: order.total,
    movements: movements.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    kept: movements.reduce((sum, { amount }) => sum + amount, 0),
  };
}
