import type Stripe from 'stripe';
import type { Clock } from '#sandbox/clock.ts';
import type { Collection, Store } from '#sandbox/store.ts';
import type { CreateSession } from './session-params.ts';

/** Objects are stored as on the wire, where the SDK's Decimal is a string. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal' | 'product'> & {
  unit_amount_decimal: string | null;
  product: string;
};
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** What Stripe keeps about a session without showing it in the API. */
export interface Checkout {
  readonly lineItems: readonly WireLineItem[];
  readonly intentData: CreateSession['payment_intent_data'];
  /** The token of the form that paid, so that a double click gets the same response. */
  readonly paidBy?: string;
  /** The card that waits for 3-D Secure. */
  readonly challenged?: CardPayment;
}

/** A payment in processing; `at` in Unix seconds. */
export interface SlowPayment {
  readonly sessionId: string;
  readonly at: number;
  readonly ends: 'paid' | 'failed';
  readonly card: CardPayment;
  readonly formToken: string;
}

/** A card as the hosted page took it, without its number. */
export interface CardPayment {
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly name: string;
  readonly email: string;
}

export interface State {
  readonly sessions: Collection<Stripe.Checkout.Session>;
  readonly checkouts: Collection<Checkout>;
  readonly paymentIntents: Collection<Stripe.PaymentIntent>;
  readonly charges: Collection<Stripe.Charge>;
  readonly balanceTransactions: Collection<Stripe.BalanceTransaction>;
  readonly refunds: Collection<Stripe.Refund>;
  /** Because of a fault; `at` in Unix seconds. */
  readonly refundsToFail: Collection<{ refundId: string; at: number }>;
  /** Because of a fault. */
  readonly slowPayments: Collection<SlowPayment>;
  readonly disputes: Collection<Stripe.Dispute>;
  readonly products: Collection<Stripe.Product>;
  readonly prices: Collection<WirePrice>;
  readonly coupons: Collection<Stripe.Coupon>;
  readonly promotionCodes: Collection<Stripe.PromotionCode>;
  /** Business time: validity of coupons. */
  readonly clock: Clock;
  /** Protocol time in Unix seconds: what Stripe stamps and compares with. */
  readonly seconds: () => number;
}

export function openState(store: Store, clock: Clock, protocolNow: () => Date): State {
  return {
    sessions: store.collection('stripe.sessions'),
    checkouts: store.collection('stripe.checkouts'),
    paymentIntents: store.collection('stripe.payment_intents'),
    charges: store.collection('stripe.charges'),
    balanceTransactions: store.collection('stripe.balance_transactions'),
    refunds: store.collection('stripe.refunds'),
    refundsToFail: store.collection('stripe.refunds_to_fail'),
    slowPayments: store.collection('stripe.slow_payments'),
    disputes: store.collection('stripe.disputes'),
    products: store.collection('stripe.products'),
    prices: store.collection('stripe.prices'),
    coupons: store.collection('stripe.coupons'),
    promotionCodes: store.collection('stripe.promotion_codes'),
    clock,
    seconds: () => Math.floor(protocolNow().getTime() / 1000),
  };
}
