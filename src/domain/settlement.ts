import type { Cents } from './money.ts';
import { type AttemptState, hasEndedUnpaid, type PaymentStatus } from './order.ts';

export type PaymentState = 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'canceled';

export interface SettlementFacts {
  readonly order: {
    readonly status: PaymentStatus;
    readonly total: Cents;
    readonly currency: string;
    /** Its last day is over, so its tickets are of no use, and its seats are no longer held for a payment. */
    readonly isPast: boolean;
    /** Another order of the same checkout is paid, so this one would be a second purchase (R-ORDER-9). */
    readonly isBoughtAlready: boolean;
  };
  /** The attempt named by the provider's payment, as stored here. */
  readonly attempt: {
    readonly belongsToOrder: boolean;
    readonly livemode: boolean;
    /** A declined card leaves the order open for another, because the form is on our page. */
    readonly allowsAnotherCard: boolean;
  };
  readonly payment: {
    readonly state: PaymentState;
    readonly captured: Cents;
    readonly currency: string;
    readonly livemode: boolean;
    /** Whether this payment's money is already in the ledger. */
    readonly alreadyRecorded: boolean;
  };
}

export type Settlement =
  | 'nothing'
  | 'complete'
  | 'complete_late'
  | 'refund_late'
  | 'refund_duplicate'
  | 'review'
  | 'try_again'
  | 'release';

export type Mismatch = 'other_order' | 'other_mode' | 'other_amount' | 'under_review';

/** How a payment differs from what its order expects, or null. Of several differences, the one that says most. */
export function mismatchOf({ order, attempt, payment }: SettlementFacts): Mismatch | null {
  if (!attempt.belongsToOrder) return 'other_order';
  if (payment.livemode !== attempt.livemode) return 'other_mode';
  if (payment.captured !== order.total || payment.currency !== order.currency) return 'other_amount';
  return order.status === 'review' ? 'under_review' : null;
}

/**
 * What the provider's current state of a payment does to its order (R-ORDER-2). Arrival order and repetition don't
 * matter: the ledger shows whether the money was recorded, the status whether seats are held.
 */
export function decideSettlement(facts: SettlementFacts): Settlement {
  const { order, attempt, payment } = facts;
  if (payment.state === 'paid') {
    if (payment.alreadyRecorded) return 'nothing';
    if (mismatchOf(facts)) return 'review';
    const isOpen = order.status === 'pending';
    if (!isOpen && !hasEndedUnpaid(order.status)) return 'refund_duplicate';
    if (order.isPast || order.isBoughtAlready) return 'refund_late';
    return isOpen ? 'complete' : 'complete_late';
  }
  if (order.status !== 'pending') return 'nothing';
  // The buyer may still pay, or the money is on its way: the seats stay held for it.
  if (payment.state === 'open' || payment.state === 'processing') return 'nothing';
  return attempt.allowsAnotherCard ? 'try_again' : 'release';
}

/** Longer than a provider may take to respond to a void, in milliseconds. */
const VOID_WITHIN = 60_000;

/**
 * Whether a report of this attempt's money may predate a void: `voiding` while the void runs and the outcome is open,
 * `voided` after it, when the provider must be asked again. `now` is real time.
 */
export function doubtOfVoid(
  { state, voidingSince }: { readonly state: AttemptState; readonly voidingSince: Date | null },
  now: Date,
): 'voiding' | 'voided' | null {
  if (voidingSince === null) return null;
  if (state === 'canceled') return 'voided';
  const isRunning = now.getTime() - voidingSince.getTime() < VOID_WITHIN;
  return state === 'unknown' && isRunning ? 'voiding' : null;
}
