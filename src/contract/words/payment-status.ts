import type { PaymentStatus } from '#domain/order.ts';

/** Not in `stored-values.ts`, because buyers' pages load none of the desk's code. */
export const PAYMENT_STATUS_NAMES: Record<PaymentStatus, string> = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Canceled',
  refunded: 'Refunded',
  partially_refunded: 'Partially refunded',
  review: 'Under review',
};
