import type { Cents } from '#domain/money.ts';
import type { CaseRow, OrderRow } from '../../db/tables.ts';

/**
 * The amount that *Refund* returns in a case, in cents; all that is left of the order's money ends its tickets. An order
 * under review gets everything back. In a paid order it is only what the case is about, so that its tickets stay valid.
 */
export function caseRefund(
  { kind, details }: Pick<CaseRow, 'kind' | 'details'>,
  { paymentStatus, totalAmount }: Pick<OrderRow, 'paymentStatus' | 'totalAmount'>,
  refundable: Cents,
): Cents {
  if (kind === 'seat_returned') return Math.min(refundable, Number(details.amount));
  if (paymentStatus === 'review') return refundable;
  const wanted = kind === 'refund_failed' ? details.amount : surplusOf(kind, details, totalAmount);
  return typeof wanted === 'number' && wanted > 0 ? Math.min(refundable, wanted) : refundable;
}

/** Money beyond the order's total; null if the case doesn't say. */
function surplusOf(kind: CaseRow['kind'], details: CaseRow['details'], total: Cents): Cents | null {
  if (kind !== 'payment_mismatch') return null;
  const { captured, returned } = details;
  // One payment, as its provider reported it.
  if (typeof captured === 'object' && captured && 'minor' in captured) return Number(captured.minor);
  return typeof captured === 'number' && typeof returned === 'number' ? captured - returned - total : null;
}
