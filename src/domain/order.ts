export const PAYMENT_PROVIDERS = ['stripe', 'square'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

export const PAYMENT_STATUSES = [
  'pending',
  'completed',
  'failed',
  'expired',
  'cancelled',
  'refunded',
  'partially_refunded',
  'review',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** By what a list of orders can be sorted. */
export const ORDER_SORTS = ['organizer', 'amount', 'createdAt'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** What can happen to an order's money. Whatever is not in the table below is refused and logged. */
export type OrderEvent =
  | 'paid'
  | 'paid_late'
  | 'mismatch'
  | 'hold_expired'
  | 'cancelled'
  | 'payment_failed'
  | 'refunded_in_part'
  | 'refunded_in_full'
  | 'refund_failed'
  | 'accepted';

/** The only ways in which an order's state changes (R-ORDER-1). A failure never leaves `completed`. */
const TRANSITIONS: Record<PaymentStatus, Partial<Record<OrderEvent, PaymentStatus>>> = {
  pending: {
    paid: 'completed',
    mismatch: 'review',
    hold_expired: 'expired',
    cancelled: 'cancelled',
    payment_failed: 'failed',
  },
  completed: { refunded_in_part: 'partially_refunded', refunded_in_full: 'refunded' },
  partially_refunded: {
    refunded_in_part: 'partially_refunded',
    refunded_in_full: 'refunded',
    refund_failed: 'review',
  },
  failed: { paid_late: 'completed', mismatch: 'review', refunded_in_full: 'refunded' },
  expired: { paid_late: 'completed', mismatch: 'review', refunded_in_full: 'refunded' },
  cancelled: { paid_late: 'completed', mismatch: 'review', refunded_in_full: 'refunded' },
  review: { refunded_in_full: 'refunded', accepted: 'completed' },
  refunded: { refund_failed: 'review' },
};

export function nextStatus(from: PaymentStatus, event: OrderEvent): PaymentStatus | null {
  return TRANSITIONS[from][event] ?? null;
}

/** Orders whose tickets are good. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'partially_refunded';
}

/** Orders that keep seats: open checkouts, paid ones, and those under review (R-SEAT-3). */
export function holdsSeats(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'review' || isPaid(status);
}

/** Orders that came to nothing and are left out of the totals. */
export function isAbandoned(status: PaymentStatus): boolean {
  return status === 'expired' || status === 'cancelled';
}

/** What the site cannot decide by itself and puts before staff (R-ORDER-5). */
export const CASE_KINDS = [
  /** The captured amount, currency or mode is not the order's. */
  'payment_mismatch',
  /** Money at the provider that bears our mark and belongs to no order that is left. */
  'payment_without_order',
  /** A refund that the provider did not pay out. */
  'refund_failed',
  'dispute_lost',
  /** No word from the provider about a payment for more than fifteen minutes. */
  'provider_silent',
  /** Seats counted and seats of orders differ. */
  'capacity_drift',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** From the safest on: `dismiss` changes nothing else, `accept` gives tickets, `refund` cannot be taken back. */
export const CASE_DECISIONS = ['dismiss', 'accept', 'refund'] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

/** What staff may decide of a case, the safest first. `order` is null where there is none, or none any more. */
export function caseDecisions(
  kind: CaseKind,
  order: { readonly status: PaymentStatus; readonly refundable: number } | null,
): CaseDecision[] {
  const isReviewed = order?.status === 'review';
  return CASE_DECISIONS.filter((decision) => {
    if (decision === 'dismiss') return !isReviewed || kind === 'refund_failed';
    if (decision === 'accept') return isReviewed;
    return order !== null && order.refundable > 0 && (isReviewed || isPaid(order.status));
  });
}

export const ATTEMPT_STATES = [
  'new',
  'open',
  'processing',
  'unknown',
  'paid',
  'failed',
  'expired',
  'canceled',
] as const;
/** One try to pay an order. At most one attempt of an order is live. */
export type AttemptState = (typeof ATTEMPT_STATES)[number];

export function isLiveAttempt(state: AttemptState): boolean {
  return state === 'new' || state === 'open' || state === 'processing' || state === 'unknown';
}

/** Snapshots may be stale, so an attempt only moves up: an end state is never left except for `paid` (R-ORDER-3). */
export function advanceAttempt(from: AttemptState, to: AttemptState): AttemptState {
  const rank: Record<AttemptState, number> = {
    new: 0,
    unknown: 0,
    open: 1,
    processing: 2,
    failed: 3,
    expired: 3,
    canceled: 3,
    paid: 4,
  };
  return rank[to] > rank[from] ? to : from;
}
