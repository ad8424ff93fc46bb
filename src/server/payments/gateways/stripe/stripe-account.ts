import Stripe from 'stripe';
import { connectStripe } from '../../../catalog/stripe-connection.ts';
import type { StripeSettings } from '../../../settings.ts';
import { isLiveStripeKey } from '../../../settings-problems.ts';
import { asUnavailable } from './stripe-calls.ts';

/** Asks Stripe whether the key has all permissions that the site needs. Returns a sentence if it doesn't. */
export async function checkStripeAccount(settings: StripeSettings): Promise<string | null> {
  const stripe = connectStripe(settings);
  try {
    const missing = isRestricted(settings) ? await findMissingPermissions(stripe) : [];
    if (missing.length > 0)
      return `STRIPE_SECRET_KEY is a restricted key without these permissions: ${missing.join(', ')}.`;
    const { data } = await stripe.checkout.sessions.list({ limit: 1 }, ONE_TRY);
    return data.some((one) => one.livemode !== isLiveStripeKey(settings.secretKey))
      ? 'STRIPE_SECRET_KEY and Stripe’s response are in different modes: one is live and the other is test.'
      : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return 'Stripe rejected STRIPE_SECRET_KEY. Copy the key from Stripe’s dashboard again.';
    throw asUnavailable(error);
  }
}

function isRestricted({ secretKey }: StripeSettings): boolean {
  return secretKey.startsWith('rk_');
}

/** For startup checks, which must not take long. */
const ONE_TRY = { timeout: 5_000, maxNetworkRetries: 0 };
/** No object has this id, so checking the permission to change it changes nothing. */
const NOBODY = 'permission_check';

/**
 * The permissions that a restricted key needs, as Stripe's dashboard names them, each with a call that tests it. Write
 * includes read. docs/operations.md has the same list.
 */
const NEEDED: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'Checkout Sessions (write)': (stripe) => stripe.checkout.sessions.expire(NOBODY, {}, ONE_TRY),
  'PaymentIntents (read)': (stripe) => stripe.paymentIntents.list({ limit: 1 }, ONE_TRY),
  'Charges and Refunds (write)': (stripe) => stripe.refunds.create({ payment_intent: NOBODY }, ONE_TRY),
  'Balance Transaction Sources (read)': (stripe) => stripe.balanceTransactions.list({ limit: 1 }, ONE_TRY),
  'Disputes (read)': (stripe) => stripe.disputes.retrieve(NOBODY, {}, ONE_TRY),
  'Events (read)': (stripe) => stripe.events.list({ limit: 1 }, ONE_TRY),
  'Products (write)': (stripe) => stripe.products.update(NOBODY, {}, ONE_TRY),
  'Prices (read)': (stripe) => stripe.prices.list({ limit: 1 }, ONE_TRY),
  'Coupons (write)': (stripe) => stripe.coupons.update(NOBODY, {}, ONE_TRY),
  'Promotion Codes (read)': (stripe) => stripe.promotionCodes.list({ limit: 1 }, ONE_TRY),
};

/** The permissions that the key lacks. Rejects with Stripe's error if a check is inconclusive. */
async function findMissingPermissions(stripe: Stripe): Promise<string[]> {
  const responses = await Promise.all(
    Object.entries(NEEDED).map(async ([name, ask]) => ((await isAllowed(ask(stripe))) ? [] : [name])),
  );
  return responses.flat();
}

/** Stripe checks the permission first, so "not found" means that the key has it. */
async function isAllowed(response: Promise<unknown>): Promise<boolean> {
  try {
    await response;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false;
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
  return true;
}
