import Stripe from 'stripe';
import { isKeyRefused, isMissing, isStripeAway } from '../../../catalog/stripe-connection.ts';
import { BillingRefused, ProviderUnavailable } from '../gateway.ts';

export async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** The entries of a list, whose pages are fetched one by one. */
export async function* answeredEach<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw asUnavailable(error);
  }
}

export function createdSince(since: Date): { readonly gte: number } {
  return { gte: Math.floor(since.getTime() / 1000) };
}

export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await answered(call);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The payment is refunded, disputed, or smaller than the refund. A payment unknown to this account is a wrong setting. */
export function isRefundRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && !isMissing(error);
}

/**
 * Without a response, or after a server error or rate limit, the outcome is unknown. If Stripe refuses the key, nothing
 * is made and the operator must fix it. Other errors are passed on.
 */
export function asUnavailable(error: unknown): unknown {
  const isOpen = isStripeAway(error) || isKeyRefused(error);
  return isOpen ? new ProviderUnavailable('Stripe did not respond', { cause: error }) : error;
}

/** Stripe checks the buyer's address more strictly than we do. */
export function asUnopened(error: unknown): unknown {
  const isRefused =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'customer_email';
  return isRefused ? new BillingRefused('email', error) : asUnavailable(error);
}
