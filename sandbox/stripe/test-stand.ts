import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import Stripe from 'stripe';
import { createClock } from '#sandbox/clock.ts';
import { close, listen } from '#sandbox/control/listen.ts';
import { openStore, type Store } from '#sandbox/store.ts';
import { openWebhookReceiver, type Received } from '#sandbox/webhook-receiver.ts';
import { createStripeSandbox, type StripeSandbox } from './stripe-sandbox.ts';

export const secretKey = 'sk_test_stand';
export const webhookSecret = 'whsec_stand';

export interface Stand {
  readonly url: string;
  readonly stripe: Stripe;
  readonly sandbox: StripeSandbox;
  readonly store: Store;
  /** All received webhooks, and the statuses to return before 200. */
  readonly received: Received[];
  readonly responses: number[];
  /** Moves protocol time. */
  pass(seconds: number): void;
  client(config?: Partial<Stripe.StripeConfig>): Stripe;
  kill(): Promise<void>;
}

/** The sandbox on a loopback port, with the real SDK and a webhook receiver. */
export async function openStand(
  options: { file?: string; webhook?: boolean; webhookEvents?: string[] } = {},
): Promise<Stand> {
  const store = openStore({ file: options.file });
  const hooks = await openWebhookReceiver('stripe-signature');
  let shift = 0;
  let killed: Promise<void> | undefined;
  const sandbox = createStripeSandbox({
    store,
    clock: createClock({ store }),
    baseUrl: () => url,
    webhookUrl: () => (options.webhook === false ? null : hooks.url),
    webhookSecret,
    webhookEvents: options.webhookEvents,
    secretKey,
    log: () => {},
    protocolNow: () => new Date(Date.now() + shift),
  });
  const http = createServer(getRequestListener(sandbox.app.fetch));
  const port = await listen(http, 0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  sandbox.start();

  const client = (config: Partial<Stripe.StripeConfig> = {}) =>
    new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, ...config });
  return {
    url,
    stripe: client({ maxNetworkRetries: 0 }),
    sandbox,
    store,
    received: hooks.received,
    responses: hooks.responses,
    pass: (seconds) => {
      shift += seconds * 1000;
    },
    client,
    kill() {
      killed ??= Promise.all([close(http), hooks.close(), sandbox.stop()]).then(() => store.close());
      http.closeAllConnections();
      return killed;
    },
  };
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
