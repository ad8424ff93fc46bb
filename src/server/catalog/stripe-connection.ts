import Stripe from 'stripe';
import type { StripeSettings } from '../settings.ts';

/** The account of the settings. */
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

/** For what staff do at the provider: it gave no answer, a server fault, or asks to slow down. */
export function isStripeAway(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}
