import type { serialization } from 'square';
import type { Store } from '#sandbox/store.ts';
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
  readonly version: number;
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

export type State = ReturnType<typeof openState>;

export function openState(store: Store, protocolNow: () => Date) {
  return {
    payments: store.collection<WirePayment>('square.payments'),
    /** Payment ids by the idempotency key that made them. */
    paymentsByKey: store.collection<string>('square.payments_by_key'),
    /** Payments whose fee isn't reported yet; `at` in milliseconds. */
    feesDue: store.collection<{ paymentId: string; at: number }>('square.fees_due'),
    refunds: store.collection<WireRefund>('square.refunds'),
    /** How pending refunds end; `at` in milliseconds. */
    refundEnds: store.collection<RefundEnd>('square.refund_ends'),
    disputes: store.collection<WireDispute>('square.disputes'),
    tokens: store.collection<CardToken>('square.tokens'),
    /** Protocol time in milliseconds. */
    now: () => protocolNow().getTime(),
    /** Protocol time in Square's format. */
    timestamp: () => protocolNow().toISOString(),
  };
}

interface RefundEnd {
  readonly refundId: string;
  readonly at: number;
  readonly status: 'COMPLETED' | 'FAILED';
}
