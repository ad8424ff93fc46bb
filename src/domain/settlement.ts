import type { Cents } from './money.ts';
import type { PaymentStatus } from './order.ts';

export type PaymentState = 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'canceled';

export interface SettlementFacts {
  readonly order: {
    readonly status: PaymentStatus;
    readonly total: Cents;
    readonly currency: string;
    /** Nobody can use a ticket that is issued now. */
    readonly isOver: boolean;
  };
  /** The attempt that the provider's payment names, as we stored it. */
  readonly attempt: {
    readonly belongsToOrder: boolean;
    readonly livemode: boolean;
    /** The order stays open for another card when this one was refused: the form is in our page. */
    readonly allowsAnotherCard: boolean;
  };
  readonly payment: {
    readonly state: PaymentState;
    readonly captured: Cents;
    readonly currency: string;
    readonly livemode: boolean;
    /** Whether the ledger has this payment's money already. */
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
  | 'wait'
  | 'try_again'
  | 'release';

/**
 * What the provider's present word about a payment does to its order (R-ORDER-2). Order of arrival and
 * repetition do not matter: the ledger tells whether money was seen, the status whether seats are held.
 */
export function decideSettlement({ order, attempt, payment }: SettlementFacts): Settlement {
  if (payment.state === 'paid') {
    if (payment.alreadyRecorded) return 'nothing';
    const matches =
      attempt.belongsToOrder &&
      payment.captured === order.total &&
      payment.currency === order.currency &&
      payment.livemode === attempt.livemode;
    if (!matches) return 'review';
    if (order.status === 'pending') return 'complete';
    if (order.status === 'expired' || order.status === 'cancelled' || order.status === 'failed')
      return order.isOver ? 'refund_late' : 'complete_late';
    return order.status === 'review' ? 'review' : 'refund_duplicate';
  }
  if (order.status !== 'pending') return 'nothing';
  if (payment.state === 'processing') return 'wait';
  if (payment.state === 'open') return 'nothing';
  return attempt.allowsAnotherCard ? 'try_again' : 'release';
}
