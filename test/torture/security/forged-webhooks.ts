import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { checkout } from '../../factories.ts';
import { rawRequest } from '../../raw-request.ts';
import type { Check, Outcome, Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { changedTables, outcomeOf, settledDigest, withSite } from './with-site.ts';

const FORGERIES = 400;

const signatures: readonly Guard[] = [
  replace('server/payments/gateways/square/square-gateway.ts', 'isSigned', () => () => true),
];

/** S6: forged payment webhooks, in addition to the table in test/forged-webhooks.test.ts. */
export const forgedWebhooks: Check = {
  id: 'S6',
  title: `${FORGERIES} webhooks of Stripe and Square with a bit flipped, an old or future time, or another key`,
  goal: 'none accepted, nothing written',
  seconds: 180,
  run: (torture) => withSite(torture, { processes: 2, webhooks: false }, (site) => forge(site, torture)),
  control: (torture) =>
    withSite(torture, { processes: 1, webhooks: false, without: signatures }, (site) => forge(site, torture)),
};

type Webhook = { readonly path: string; readonly body: Buffer; readonly headers: Record<string, string> };

async function forge(site: Site, torture: Torture): Promise<Outcome> {
  const started = await site.visitor('198.18.0.1').post('/api/create-checkout-session', checkout());
  const { url } = (await started.json()) as { url: string };
  await site.pay(url);
  const session = /cs_test_\w+/.exec(url)![0];
  const count = torture.count(FORGERIES);
  const faults: string[] = [];
  const before = await settledDigest(site);
  for (let n = 0; n < count; n += 1) {
    const [name, webhook] = forgery(n, session, site, torture);
    const { status } = await rawRequest(site.url, webhook.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...webhook.headers },
      body: webhook.body,
    });
    if (status !== 400) faults.push(`${name} at ${webhook.path}: ${status}`);
  }
  const written = changedTables(before, await settledDigest(site)).filter((name) => name !== 'orders');
  faults.push(...written.map((name) => `${name} was written`));
  return outcomeOf(`${count} webhooks`, faults);
}

function forgery(n: number, session: string, site: Site, { random }: Torture): [string, Webhook] {
  const at = (size: number) => Math.floor(random() * size);
  const stripe = (secret = 'whsec_world', ageSeconds = 0) => stripeWebhook(session, secret, ageSeconds);
  const square = (key = 'signature-key-world', url = site.url) => squareWebhook(key, url);
  const flip = (webhook: Webhook): Webhook => {
    const body = Buffer.from(webhook.body);
    const place = at(body.length);
    body[place] = body[place]! ^ (1 << at(8));
    return { ...webhook, body };
  };
  const kinds: [string, () => Webhook][] = [
    ['a bit of the body', () => flip(stripe())],
    ['a bit of the body', () => flip(square())],
    ['301 s old', () => stripe(undefined, 302 + at(100_000))],
    ['another key', () => stripe(`whsec_${n}`)],
    ['another key', () => square(`key-${n}`)],
    ['another address', () => square(undefined, `http://127.0.0.1:${1 + at(60_000)}`)],
    ['an empty key', () => square('')],
    ['a cut body', () => ({ ...stripe(), body: stripe().body.subarray(0, -1 - at(100)) })],
    ['none', () => ({ ...square(), headers: {} })],
    ['the other provider', () => ({ ...stripe(), path: '/api/webhooks/square' })],
  ];
  const [name, make] = kinds[n % kinds.length]!;
  return [name, make()];
}

function stripeWebhook(session: string, secret: string, ageSeconds: number): Webhook {
  const object = { id: session, object: 'checkout.session', payment_status: 'paid' };
  const payload = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object },
  });
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return {
    path: '/api/webhooks/stripe',
    body: Buffer.from(payload),
    headers: { 'stripe-signature': signature },
  };
}

function squareWebhook(key: string, siteUrl: string): Webhook {
  const path = '/api/webhooks/square';
  const body = JSON.stringify({
    event_id: 'forged',
    type: 'payment.updated',
    data: { id: 'forged', object: {} },
  });
  const signature = createHmac('sha256', key).update(`${siteUrl}${path}${body}`).digest('base64');
  return { path, body: Buffer.from(body), headers: { 'x-square-hmacsha256-signature': signature } };
}
