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

/** What a list of orders can be sorted by. */
export const ORDER_SORTS = ['organizer', 'amount', 'createdAt'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** What can happen to an order's money. Anything not in the table below leaves the status as it is. */
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
  | 'refund_undone'
  | 'accepted'
  | 'accepted_in_part';

/** Late money may still complete such an order, or be refunded; that refund may fail. */
const CLOSED_UNPAID: Partial<Record<OrderEvent, PaymentStatus>> = {
  paid_late: 'completed',
  mismatch: 'review',
  refunded_in_full: 'refunded',
  refund_failed: 'review',
};

/** The only status changes of an order (R-ORDER-1). A failure never changes `completed`. */
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
    refund_undone: 'completed',
  },
  failed: CLOSED_UNPAID,
  expired: CLOSED_UNPAID,
  cancelled: CLOSED_UNPAID,
  review: {
    refunded_in_part: 'review',
    refunded_in_full: 'refunded',
    accepted: 'completed',
    accepted_in_part: 'partially_refunded',
  },
  refunded: { refund_failed: 'review' },
};

export function nextStatus(from: PaymentStatus, event: OrderEvent): PaymentStatus | null {
  return TRANSITIONS[from][event] ?? null;
}

/** Orders whose tickets are valid. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'partially_refunded';
}

/** Orders that are paid, or whose money is under review: nobody pays them again. */
export function hasMoney(status: PaymentStatus): boolean {
  return isPaid(status) || status === 'review';
}

/** Orders that have money, or had it until all was refunded. */
export function hasHadMoney(status: PaymentStatus): boolean {
  return hasMoney(status) || status === 'refunded';
}

/** Orders whose money can be refunded. A refunded one may get some back from a dispute (R-REFUND-5). */
export function isRefundable(status: PaymentStatus): boolean {
  return hasHadMoney(status);
}

// The marks let browsers' files leave out lists that only the server uses.
export const PAID_STATUSES: PaymentStatus[] = /* @__PURE__ */ PAYMENT_STATUSES.filter(isPaid);
export const WITH_MONEY: PaymentStatus[] = /* @__PURE__ */ PAYMENT_STATUSES.filter(hasMoney);

/** Orders that keep their seats: open checkouts, paid orders, and those under review (R-SEAT-3). */
export function holdsSeats(status: PaymentStatus): boolean {
  return status === 'pending' || hasMoney(status);
}

/** Orders that are paid or may still be: a checkout has at most one. */
export const SEAT_HOLDING: PaymentStatus[] = /* @__PURE__ */ PAYMENT_STATUSES.filter(holdsSeats);

/** Orders that ended without a payment; late money may still complete them (R-ORDER-2). */
export function hasEndedUnpaid(status: PaymentStatus): boolean {
  return status === 'expired' || status === 'cancelled' || status === 'failed';
}

/** Orders that a buyer let go. Those whose cards were declined do count as orders. */
export function isLeftOutOfTotals(status: PaymentStatus): boolean {
  return status === 'expired' || status === 'cancelled';
}

/** Problems that the site passes to staff (R-ORDER-5). */
export const CASE_KINDS = [
  /** The captured amount, currency or mode differs from the order's. */
  'payment_mismatch',
  /** Money at the provider with our metadata, but without an order. */
  'payment_without_order',
  /** A refund that the provider didn't pay. */
  'refund_failed',
  /** A refund that was not made by this site, of a part of the money. */
  'refund_elsewhere',
  'dispute_lost',
  /**
   * For more than fifteen minutes, the provider hasn't responded about a payment or refund, or no longer knows the
   * refund.
   */
  'provider_silent',
  /** The seat counter differs from the seats of the orders. */
  'capacity_drift',
  /** The holder of an order's only seat can't come. */
  'seat_returned',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** Safest first: `dismiss` changes nothing else, `accept` issues tickets, `refund` can't be undone. */
export const CASE_DECISIONS = ['dismiss', 'accept', 'refund'] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

/** As soon as its cause is gone. Until then there is nothing to decide (R-ORDER-5). */
export function closesByItself(kind: CaseKind): boolean {
  return kind === 'provider_silent' || kind === 'capacity_drift';
}

/**
 * What staff may decide in a case, safest first. `order` is null if there is none, or no longer any. `isBeingRefunded`:
 * refunds under way leave nothing of its money, and would end the tickets. `isLost`: it has no tickets, and the bank has
 * taken all of its money back.
 */
export function caseDecisions(
  kind: CaseKind,
  order: {
    readonly status: PaymentStatus;
    readonly refundable: number;
    readonly isBeingRefunded: boolean;
    readonly isLost: boolean;
  } | null,
): CaseDecision[] {
  if (closesByItself(kind)) return [];
  // It asks about seats only; another case decides the review.
  if (kind === 'refund_elsewhere') return ['dismiss'];
  const isReviewed = order?.status === 'review';
  return CASE_DECISIONS.filter((decision) => {
    if (decision === 'dismiss') return !isReviewed || order.isLost || kind === 'refund_failed';
    if (decision === 'accept') return isReviewed && !order.isBeingRefunded;
    return order !== null && order.refundable > 0 && isRefundable(order.status);
  });
}

/** A refund's states, as providers report them. */
export const REFUND_STATES = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;
/** Not settled yet. */
export const REFUNDS_UNDER_WAY = ['pending', 'requires_action'] as const;
/** Refunds whose money has been sent or will be. */
export const REFUNDS_NOT_FAILED = ['pending', 'requires_action', 'succeeded'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A refund that the provider didn't pay. */
export function hasFailed(state: RefundState): boolean {
  return state === 'failed' || state === 'canceled';
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
/** One try at paying an order. At most one attempt per order is live. */
export type AttemptState = (typeof ATTEMPT_STATES)[number];

export function isLiveAttempt(state: AttemptState): boolean {
  return state === 'new' || state === 'open' || state === 'processing' || state === 'unknown';
}

export const LIVE_ATTEMPTS: AttemptState[] = /* @__PURE__ */ ATTEMPT_STATES.filter(isLiveAttempt);

/** Those that can be ended. A delayed payment in progress can't, and it keeps its seats beyond the hold. */
export const ENDABLE_ATTEMPTS: AttemptState[] = /* @__PURE__ */ LIVE_ATTEMPTS.filter(
  (state) => state !== 'processing',
);

/**
 * Provider data may be stale, so an attempt only moves forward: a final state is left only for `paid` (R-ORDER-3).
 */
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
