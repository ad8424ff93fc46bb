import type Stripe from 'stripe';
import type { Clock } from '#sandbox/clock.ts';
import type { Store } from '#sandbox/store.ts';
import type { CreateSession } from './session-params.ts';

/** Objects are stored as on the wire, where the SDK's Decimal is a string. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal' | 'product'> & {
  unit_amount_decimal: string | null;
  product: string;
};

/** What Stripe keeps about a session without showing it in the API. */
export interface Checkout {
  readonly lines: readonly Line[];
  readonly intentData: CreateSession['payment_intent_data'];
  /** The token of the form that paid, so that a double click gets the same response. */
  readonly paidBy?: string;
  /** The card that waits for 3-D Secure. */
  readonly challenged?: CardPayment;
}

/** What the payment page lists; the amount in minor units. */
export interface Line {
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
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
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly name: string;
  readonly email: string;
}

export type State = ReturnType<typeof openState>;

/** @param clock business time, for the validity of coupons */
export function openState(store: Store, clock: Clock, protocolNow: () => Date) {
  return {
    sessions: store.collection<Stripe.Checkout.Session>('stripe.sessions'),
    checkouts: store.collection<Checkout>('stripe.checkouts'),
    paymentIntents: store.collection<Stripe.PaymentIntent>('stripe.payment_intents'),
    charges: store.collection<Stripe.Charge>('stripe.charges'),
    balanceTransactions: store.collection<Stripe.BalanceTransaction>('stripe.balance_transactions'),
    refunds: store.collection<Stripe.Refund>('stripe.refunds'),
    /** Because of a fault; `at` in Unix seconds. */
    refundsToFail: store.collection<{ refundId: string; at: number }>('stripe.refunds_to_fail'),
    /** Because of a fault. */
    slowPayments: store.collection<SlowPayment>('stripe.slow_payments'),
    disputes: store.collection<Stripe.Dispute>('stripe.disputes'),
    products: store.collection<Stripe.Product>('stripe.products'),
    prices: store.collection<WirePrice>('stripe.prices'),
    coupons: store.collection<Stripe.Coupon>('stripe.coupons'),
    promotionCodes: store.collection<Stripe.PromotionCode>('stripe.promotion_codes'),
    clock,
    /** Protocol time in Unix seconds: what Stripe stamps and compares with. */
    seconds: () => Math.floor(protocolNow().getTime() / 1000),
  };
}
