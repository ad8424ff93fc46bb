import type { serialization } from 'square';
import type { Collection, Store } from '#sandbox/store.ts';
import type { CardOutcome } from './cards.ts';

/** Objects are stored in the wire format: snake case, money as numbers. */
export type WirePayment = serialization.Payment.Raw & {
  readonly id: string;
  readonly created_at: string;
  readonly status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  readonly amount_money: WireMoney;
  readonly card_details: serialization.CardPaymentDetails.Raw;
};
export type WireRefund = serialization.PaymentRefund.Raw & {
  readonly created_at: string;
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
  readonly payment_id: string;
  readonly amount_money: WireMoney;
};
export type WireDispute = serialization.Dispute.Raw & {
  readonly id: string;
  readonly created_at: string;
  readonly disputed_payment: { readonly payment_id: string };
};

export interface WireMoney {
  readonly amount: number;
  readonly currency: serialization.Currency.Raw;
}

/** A card as the browser's form took it, without its number. */
export interface SquareCard {
  readonly brand: serialization.CardBrand.Raw;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly postalCode: string;
}

export interface CardToken {
  readonly card: SquareCard;
  readonly outcome: CardOutcome;
  /** What the cardholder has confirmed to pay. */
  readonly verified?: WireMoney;
  readonly createdAt: number;
  readonly isUsed?: boolean;
}

export interface State {
  readonly payments: Collection<WirePayment>;
  /** Payment ids by the idempotency key that made them. */
  readonly paymentsByKey: Collection<string>;
  /** Payments whose fee isn't reported yet; `at` in milliseconds. */
  readonly feesDue: Collection<{ paymentId: string; at: number }>;
  readonly refunds: Collection<WireRefund>;
  /** How pending refunds end; `at` in milliseconds. */
  readonly refundEnds: Collection<{ refundId: string; at: number; status: 'COMPLETED' | 'FAILED' }>;
  readonly disputes: Collection<WireDispute>;
  readonly tokens: Collection<CardToken>;
  /** Protocol time in milliseconds. */
  readonly now: () => number;
  /** Protocol time in Square's format. */
  readonly timestamp: () => string;
}

export function openState(store: Store, protocolNow: () => Date): State {
  return {
    payments: store.collection('square.payments'),
    paymentsByKey: store.collection('square.payments_by_key'),
    feesDue: store.collection('square.fees_due'),
    refunds: store.collection('square.refunds'),
    refundEnds: store.collection('square.refund_ends'),
    disputes: store.collection('square.disputes'),
    tokens: store.collection('square.tokens'),
    now: () => protocolNow().getTime(),
    timestamp: () => protocolNow().toISOString(),
  };
}
