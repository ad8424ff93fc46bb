import type { PaymentStatus } from '#domain/order.ts';

/** Not in `stored-values.ts`, because buyers' pages load nothing of the desk. */
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
