import type { PaymentProvider } from '#domain/order.ts';
import type { PaymentState } from '#domain/settlement.ts';

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
  /** `DSS000042`: on the buyer's statement, and for whoever looks it up at the provider. */
  readonly registrationNumber: string;
  /** The catalog's product that is sold, where one is mapped. */
  readonly productRef: string | null;
  readonly couponCode: string | null;
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

/** Why a payment did not go through, in the provider's word and in one for the buyer. */
export interface PaymentFailure {
  readonly code: string;
  readonly message: string;
}

/** What the provider says now: the only thing that settle() believes. */
export interface PaymentSnapshot {
  readonly provider: PaymentProvider;
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
  readonly failure: PaymentFailure | null;
}

export type RefundState = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

export interface RefundSnapshot {
  readonly refundId: string;
  readonly ref: string;
  readonly moneyRef: string;
  readonly amount: Money;
  readonly state: RefundState;
}

export interface DisputeSnapshot {
  readonly ref: string;
  readonly moneyRef: string;
  readonly amount: Money;
  readonly state: 'open' | 'won' | 'lost';
}

/** A webhook is a reason to look, never the truth itself. */
export type WebhookHint =
  | {
      /** `catalog`: a product, price, coupon or promotion code of the provider was changed. */
      readonly kind: 'payment' | 'refund' | 'dispute' | 'catalog';
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
 * unknown; every other rejection is a fault of ours. All safety is in what both kinds share.
 */
interface GatewayBase {
  readonly provider: PaymentProvider;
  readonly livemode: boolean;
  fetch(ref: string): Promise<PaymentSnapshot | null>;
  /** For attempts whose answer was lost. A list may lag: null means "not seen", never "not paid". */
  findByAttempt(attemptId: string, since: Date): Promise<PaymentSnapshot | null>;
  /**
   * Makes sure that the attempt can no longer be paid and tells the final truth, which is `paid` when the buyer
   * was faster; null when the provider never had such a payment, and then none can come any more.
   */
  close(attempt: { attemptId: string; ref: string | null; since: Date }): Promise<PaymentSnapshot | null>;
  /** The refund id is the idempotency key. */
  refund(request: {
    refundId: string;
    moneyRef: string;
    amount: Money;
    reason: 'buyer' | 'duplicate' | 'late_payment' | 'fraud';
  }): Promise<RefundSnapshot>;
  fetchRefund(ref: string): Promise<RefundSnapshot | null>;
  fetchDispute(ref: string): Promise<DisputeSnapshot | null>;
  /** What the provider keeps of a captured payment; null while it has not said, which may take hours. */
  fetchFee(moneyRef: string): Promise<Money | null>;
  /** Raw bytes in. Throws BadSignature. */
  verifyWebhook(raw: Uint8Array, headers: Headers): Promise<WebhookHint>;
  /** Every payment that bears our mark and was made since then, for the nightly sweep. */
  listSince(since: Date): AsyncIterable<PaymentSnapshot>;
  /** Messages made since then that this site has not taken, where the provider keeps a list of them. */
  missedEvents?(since: Date): AsyncIterable<WebhookHint>;
}

/** The buyer pays on the provider's page; the answer comes later. */
export interface HostedGateway extends GatewayBase {
  readonly flow: 'redirect';
  /** Opens the provider's page. The attempt id is the idempotency key: repeated calls meet the same page. */
  start(
    charge: Charge,
    urls: { success: string; cancel: string },
  ): Promise<{ ref: string; url: string; amount: Money }>;
}

/** The card form is in our page; the answer comes now, or is unknown. */
export interface TokenGateway extends GatewayBase {
  readonly flow: 'token';
  /**
   * Charges the card once, however often it is called with the same charge. A refused card is an answer
   * (`failed`), not an error. Rejects with anything but ProviderUnavailable only when nothing was charged.
   */
  charge(
    charge: Charge,
    card: { readonly token: string; readonly billing: BillingAddress | null },
  ): Promise<PaymentSnapshot>;
}

export type PaymentGateway = HostedGateway | TokenGateway;

/** The providers that are configured, in the order in which they are offered. */
export type PaymentGateways = ReadonlyMap<PaymentProvider, PaymentGateway>;

/** The provider of a stored payment. One that is no longer configured gives no answer, as if it were down. */
export function gatewayOf(
  ctx: { readonly gateways: PaymentGateways },
  provider: PaymentProvider,
): PaymentGateway {
  const gateway = ctx.gateways.get(provider);
  if (!gateway) throw new ProviderUnavailable(`${provider} is not configured`);
  return gateway;
}

export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  /** The provider may still be working on it, so that the effect can come after this error. */
  readonly mayStillRun: boolean;

  constructor(message: string, options: { cause?: unknown; mayStillRun?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.mayStillRun = options.mayStillRun ?? false;
  }
}

/** There is an answer, and it is that money is moving: nothing about the payment can be ended before that is decided. */
export class PaymentUnderWay extends ProviderUnavailable {}
