import Stripe from 'stripe';
import type { StripeSettings } from '../settings.ts';

/** The account in the settings. */
export function connectStripe(settings: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(settings.apiUrl);
  return new Stripe(settings.secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** The key is revoked or wrong, or lacks a permission. */
export function isKeyRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}

/** For what staff do at the provider: no response, a server error, or a rate limit. */
export function isStripeAway(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}

/** What was asked for does not exist in the account. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
