import Stripe from 'stripe';
import { connectStripe } from '../../../catalog/stripe-connection.ts';
import type { StripeSettings } from '../../../settings.ts';
import { asUnavailable } from './stripe-calls.ts';
import { findMissingPermissions, ONE_TRY } from './stripe-permissions.ts';

/** Asks Stripe whether the key has all permissions that the site needs. Returns a sentence if it doesn't. */
export async function checkStripeAccount(settings: StripeSettings): Promise<string | null> {
  const stripe = connectStripe(settings);
  try {
    const missing = isRestricted(settings) ? await findMissingPermissions(stripe) : [];
    if (missing.length > 0)
      return `STRIPE_SECRET_KEY is a restricted key without these permissions: ${missing.join(', ')}.`;
    const { data } = await stripe.checkout.sessions.list({ limit: 1 }, ONE_TRY);
    return data.some((one) => one.livemode !== isLiveKey(settings))
      ? 'STRIPE_SECRET_KEY is of one mode, and Stripe responds in the other: one is live and one is test.'
      : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return 'STRIPE_SECRET_KEY is refused by Stripe.';
    throw asUnavailable(error);
  }
}

function isRestricted({ secretKey }: StripeSettings): boolean {
  return secretKey.startsWith('rk_');
}

export function isLiveKey({ secretKey }: StripeSettings): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}
