import Stripe from 'stripe';
import { createClock } from '#sandbox/clock.ts';
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/stripe-sandbox.ts';
import { openProviderStand, type ProviderStand, type StandOptions } from './provider-stand.ts';

export const secretKey = 'sk_test_stand';
export const webhookSecret = 'whsec_stand';

export interface Stand extends ProviderStand<StripeSandbox> {
  readonly stripe: Stripe;
  client(config?: Partial<Stripe.StripeConfig>): Stripe;
}

/** The sandbox on a loopback port, with the real SDK and a webhook receiver. */
export async function openStand(options: StandOptions & { webhookEvents?: string[] } = {}): Promise<Stand> {
  const { webhookEvents } = options;
  const stand = await openProviderStand('stripe-signature', options, (parts) =>
    createStripeSandbox({
      ...parts,
      clock: createClock({ store: parts.store }),
      webhookSecret,
      webhookEvents,
      secretKey,
    }),
  );
  const { hostname: host, port } = new URL(stand.url);
  const client = (config: Partial<Stripe.StripeConfig> = {}) =>
    new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false, ...config });
  return { ...stand, stripe: client({ maxNetworkRetries: 0 }), client };
}

export function sessionOf(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Ticket' } } },
    ],
    success_url: 'http://site.example.org/done?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://site.example.org/back',
    customer_email: 'ada@example.org',
    metadata: { orderId: '7' },
    ...changes,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

export const goodCard = {
  email: 'ada@example.org',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ada Sample',
};

/** Posts the hosted page's form as a browser without JavaScript does. */
export async function submitCard(
  url: string,
  fields: Partial<typeof goodCard> & { form_token?: string } = {},
) {
  const body = new URLSearchParams({ ...goodCard, ...fields });
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

export async function paySession(
  stand: Stand,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
  number = goodCard.number,
) {
  const { id, url } = await stand.stripe.checkout.sessions.create(sessionOf(changes));
  await submitCard(String(url), { number });
  return stand.stripe.checkout.sessions.retrieve(id);
}

/** The error of a call that must be refused. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { statusCode, code, type, param, message } = error;
  return { statusCode, code, type, param, message };
}
