import type { Completeness } from '#domain/attendee.ts';
import type { PaymentStatus } from '#domain/order.ts';

// Statuses as staff read them.

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

export const COMPLETENESS_NAMES: Record<Completeness, string> = {
  complete: 'Complete',
  partial: 'Partial',
  needed: 'Needed',
};
