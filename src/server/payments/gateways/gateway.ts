import type { PaymentProvider, RefundState } from '#domain/order.ts';
import type { PaymentState } from '#domain/settlement.ts';

/** Whole minor units of an ISO 4217 currency in lower case. */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

/** What one attempt charges. The server builds and stores it before it calls the provider. */
export interface Charge {
  readonly attemptId: string;
  readonly orderId: number;
  readonly transactionId: string;
  readonly total: Money;
  readonly description: string;
  /** Such as `DSS000042`: appears on the buyer's statement and in the provider's dashboard. */
  readonly registrationNumber: string;
  /** The provider's catalog product, if one is mapped. */
  readonly productRef: string | null;
  readonly couponCode: string | null;
  readonly buyerEmail: string;
  /** When the provider must stop accepting the payment, in real time. */
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

/** Why a payment failed: the provider's code and one for the buyer. */
export interface PaymentFailure {
  readonly code: string;
  readonly message: string;
}

/** The payment's current state at the provider, the only thing that settle() trusts. */
export interface PaymentSnapshot {
  readonly provider: PaymentProvider;
  readonly ref: string;
  /** Our ids from the provider's metadata; null if the payment doesn't name them. */
  readonly attemptId: string | null;
  readonly orderId: number | null;
  readonly state: PaymentState;
  readonly captured: Money;
  readonly livemode: boolean;
  /** Where the buyer can pay, and how much, while the state is `open`. */
  readonly page: { readonly url: string; readonly amount: Money } | null;
  /** The payment that can be refunded; present once paid. */
  readonly moneyRef: string | null;
  readonly customerRef: string | null;
  readonly billing: BillingAddress | null;
  readonly failure: PaymentFailure | null;
}

export interface RefundSnapshot {
  /** Ours; null if the refund names none. It may name anything. */
  readonly refundId: string | null;
  /** Null if the provider refused to make it. */
  readonly ref: string | null;
  readonly moneyRef: string;
  readonly amount: Money;
  /** Null if the provider doesn't document it. */
  readonly state: RefundState | null;
}

interface RefundRequest {
  readonly refundId: string;
  readonly moneyRef: string;
  readonly amount: Money;
  readonly reason: 'buyer' | 'duplicate' | 'late_payment' | 'fraud';
}

export interface DisputeSnapshot {
  readonly ref: string;
  /** Our ids from the disputed payment. */
  readonly attemptId: string;
  readonly orderId: number | null;
  readonly moneyRef: string;
  readonly amount: Money;
  readonly state: 'open' | 'won' | 'lost';
}

/** A webhook only triggers a lookup; its contents are never trusted. */
export type WebhookHint =
  | {
      /** `catalog`: a product, price, coupon or promotion code changed at the provider. */
      readonly kind: 'payment' | 'refund' | 'dispute' | 'catalog';
      readonly eventId: string;
      readonly type: string;
      readonly ref: string;
      readonly livemode: boolean;
    }
  | { readonly kind: 'ignored'; readonly eventId: string; readonly type: string };

/**
 * The provider refuses what the buyer typed in the billing form or, for a page of its own, in the registration form. No
 * card was declined, and nothing was charged.
 */
export class BillingRefused extends Error {
  override readonly name = 'BillingRefused';
  readonly field: 'email' | 'postalCode';

  constructor(field: BillingRefused['field'], cause: unknown) {
    super(`the provider refused the buyer's ${field}`, { cause });
    this.field = field;
  }
}

export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

/**
 * A payment provider. Calls reject with ProviderUnavailable if there was no response, so the outcome is unknown. Any
 * other rejection is a refusal, and usually our bug. Everything that keeps payments safe is shared by both kinds.
 */
interface GatewayBase {
  readonly provider: PaymentProvider;
  readonly livemode: boolean;
  /** Null also for a payment of another installation. One without a mark may be from an earlier version of this one. */
  fetch(ref: string): Promise<PaymentSnapshot | null>;
  /** Finds attempts whose response was lost. Lists may lag: null means "not seen", never "not paid". */
  findByAttempt(attemptId: string, since: Date): Promise<PaymentSnapshot | null>;
  /**
   * Makes sure that the attempt can no longer be paid and returns its final state: `paid` if the buyer was faster, `open`
   * if the provider refuses to close it now, null if it never had such a payment and can no longer receive it.
   */
  close(attempt: { attemptId: string; ref: string | null; since: Date }): Promise<PaymentSnapshot | null>;
  /** The refund id is the idempotency key. A refund that the provider refuses is a result (`failed`), not an error. */
  refund(request: RefundRequest): Promise<RefundSnapshot>;
  fetchRefund(ref: string): Promise<RefundSnapshot | null>;
  /** A payment's refund by our id, for one whose response was lost and whose key the provider may have forgotten. */
  findRefund(moneyRef: string, refundId: string): Promise<RefundSnapshot | null>;
  /** The attempt that a payment names, if it is a payment of this installation. */
  findAttemptId(moneyRef: string): Promise<string | null>;
  fetchDispute(ref: string): Promise<DisputeSnapshot | null>;
  /** The provider's fee for a captured payment; null until it is known, which may take hours. */
  fetchFee(moneyRef: string): Promise<Money | null>;
  /** Raw bytes in. Throws BadSignature. */
  verifyWebhook(raw: Uint8Array, headers: Headers): Promise<WebhookHint>;
  /** All payments since then with our mark, for the nightly sweep. Rejects after the others if one can't be read. */
  listSince(since: Date): AsyncIterable<PaymentSnapshot>;
  /** All refunds since then in the account, whoever made them, for the same. */
  listRefunds(since: Date): AsyncIterable<RefundSnapshot>;
  /** Disputes of our payments that changed since then, and perhaps others, for the same. */
  listDisputes(since: Date): AsyncIterable<DisputeSnapshot>;
  /** Events since then that this site hasn't accepted, if the provider lists them. */
  missedEvents?(since: Date): AsyncIterable<WebhookHint>;
}

/** The buyer pays on the provider's page; the result comes later. */
export interface HostedGateway extends GatewayBase {
  readonly flow: 'redirect';
  /** Opens the provider's page. The attempt's id is the idempotency key, so retries get the same page. */
  start(
    charge: Charge,
    urls: { success: string; cancel: string },
  ): Promise<{ ref: string; url: string; amount: Money }>;
}

/** The card form is on our page; the result comes at once or is unknown. */
export interface TokenGateway extends GatewayBase {
  readonly flow: 'token';
  /**
   * Charges the card once, however often it is called with the same charge. A declined card is a result (`failed`), not an
   * error. Any rejection other than ProviderUnavailable means that nothing was charged.
   */
  charge(
    charge: Charge,
    card: { readonly token: string; readonly billing: BillingAddress | null },
  ): Promise<PaymentSnapshot>;
}

export type PaymentGateway = HostedGateway | TokenGateway;

/** The configured providers, in the order that buyers see. */
export type PaymentGateways = ReadonlyMap<PaymentProvider, PaymentGateway>;

/** The provider of a stored payment. One that is no longer configured behaves as if it were down. */
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
  /** The provider may still be processing the request, so it can take effect after this error. */
  readonly mayStillRun: boolean;

  constructor(message: string, options: { cause?: unknown; mayStillRun?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.mayStillRun = options.mayStillRun ?? false;
  }
}

/** Money is moving at the provider, or can still be paid, so the payment can't be ended until that is decided. */
export class PaymentUnderWay extends ProviderUnavailable {}
