import type { PaymentState } from '#domain/settlement.ts';

export type ProviderId = 'stripe' | 'square';

/** Whole minor units of an ISO 4217 currency in lower case. */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

/** What one attempt is to charge; made by the server and stored before the provider hears of it. */
export interface Charge {
  readonly attemptId: string;
  readonly orderId: number;
  readonly transactionId: string;
  readonly total: Money;
  readonly description: string;
  readonly buyerEmail: string;
  /** When the provider is to stop taking the payment, by the real clock. */
  readonly expiresAt: Date;
}

export interface BillingAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
}

/** What the provider says now: the only thing that settle() believes. */
export interface PaymentSnapshot {
  readonly provider: ProviderId;
  readonly ref: string;
  /** Ours, read from the provider's metadata; null when the payment does not name them. */
  readonly attemptId: string | null;
  readonly orderId: number | null;
  readonly state: PaymentState;
  readonly captured: Money;
  readonly livemode: boolean;
  /** Where the buyer can pay, and how much, while the state is `open`. */
  readonly page: { readonly url: string; readonly amount: Money } | null;
  /** The payment that money can be returned from; present once paid. */
  readonly moneyRef: string | null;
  readonly customerRef: string | null;
  readonly billing: BillingAddress | null;
}

export type RefundState = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

export interface RefundSnapshot {
  readonly refundId: string;
  readonly ref: string;
  readonly moneyRef: string;
  readonly amount: Money;
  readonly state: RefundState;
}

/** A webhook is a reason to look, never the truth itself. */
export type WebhookHint =
  | {
      readonly kind: 'payment';
      readonly eventId: string;
      readonly type: string;
      readonly ref: string;
      readonly livemode: boolean;
    }
  | {
      readonly kind: 'refund';
      readonly eventId: string;
      readonly type: string;
      readonly ref: string;
      readonly livemode: boolean;
    }
  | { readonly kind: 'ignored'; readonly eventId: string; readonly type: string };

export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

/**
 * A payment provider. Calls reject with ProviderUnavailable when there was no answer, so the outcome is
 * unknown; every other rejection is a fault of ours.
 */
export interface PaymentGateway {
  readonly provider: ProviderId;
  readonly livemode: boolean;
  /** Opens the provider's page. The attempt id is the idempotency key: repeated calls meet the same page. */
  start(
    charge: Charge,
    urls: { success: string; cancel: string },
  ): Promise<{ ref: string; url: string; amount: Money }>;
  fetch(ref: string): Promise<PaymentSnapshot | null>;
  /** For attempts whose answer was lost. */
  findByAttempt(attemptId: string, since: Date): Promise<PaymentSnapshot | null>;
  /** Ends the page and tells the final truth, which is `paid` when the buyer was faster. */
  close(ref: string): Promise<PaymentSnapshot | null>;
  refund(request: {
    refundId: string;
    moneyRef: string;
    amount: Money;
    reason: 'buyer' | 'duplicate' | 'late_payment' | 'fraud';
  }): Promise<RefundSnapshot>;
  fetchRefund(ref: string): Promise<RefundSnapshot | null>;
  /** Raw bytes in. Throws BadSignature. */
  verifyWebhook(raw: Uint8Array, headers: Headers): Promise<WebhookHint>;
}

export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}
