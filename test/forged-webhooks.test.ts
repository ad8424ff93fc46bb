import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders, providerEvents } from '#server/db/tables.ts';
import { spoil } from './bad-values.ts';
import { checkout } from './factories.ts';
import { faultOf, inTurns } from './intruder.ts';
import { rawRequest } from './raw-request.ts';
import { createWorld, type World } from './world.ts';

const SECRET = 'whsec_world';
const MINUTE = 60;

let world: World;
let sessionId: string;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
  const { url } = await (await world.visitor().post('/api/create-checkout-session', checkout())).json();
  await world.pay(url);
  sessionId = /cs_test_\w+/.exec(url)![0];
});
afterAll(() => world.stop());

/** The provider's webhook about the payment, in its own format. */
function event(changes: Record<string, unknown> = {}): string {
  const object = { id: sessionId, object: 'checkout.session', payment_status: 'paid' };
  const type = 'checkout.session.completed';
  const whole = { id: 'evt_forged', object: 'event', type, livemode: false, data: { object }, ...changes };
  return JSON.stringify(whole, null, 2);
}

function signed(
  payload: string,
  options: { secret?: string; secondsAgo?: number; scheme?: string } = {},
): string {
  const { secret = SECRET, secondsAgo = 0, scheme } = options;
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp, scheme });
}

async function deliver(body: string | Uint8Array, signature: string | null) {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== null && { 'stripe-signature': signature }),
  };
  const response = await rawRequest(world.siteUrl, '/api/webhooks/stripe', { method: 'POST', headers, body });
  const rows = await world.database.db.select().from(providerEvents);
  const [order] = await world.database.db.select().from(orders);
  return {
    status: response.status,
    body: JSON.parse(response.text),
    events: rows.length,
    order: order!.paymentStatus,
  };
}

test.each<[string, () => [body: string | Uint8Array, signature: string | null]]>([
  ['no signature', () => [event(), null]],
  ['an empty signature', () => [event(), '']],
  ['rubbish', () => [event(), 't=1,v1=00,v0=,,=']],
  ['a signature without its time', () => [event(), signed(event()).replace(/t=\d+,/, '')]],
  ['another secret', () => [event(), signed(event(), { secret: 'whsec_other' })]],
  ['the key of the API as secret', () => [event(), signed(event(), { secret: 'sk_test_world' })]],
  ['a signature of six minutes ago', () => [event(), signed(event(), { secondsAgo: 6 * MINUTE })]],
  [
    'an old signature with a new time',
    () => {
      const old = signed(event(), { secondsAgo: 6 * MINUTE });
      return [event(), old.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`)];
    },
  ],
  ['a scheme that does not count', () => [event(), signed(event(), { scheme: 'v0' })]],
  ['the signature of another event', () => [event(), signed(event({ id: 'evt_other' }))]],
  ['a body that was parsed and written again', () => [JSON.stringify(JSON.parse(event())), signed(event())]],
  ['one byte more', () => [`${event()}\n`, signed(event())]],
  ['an event of the live mode', () => [event({ livemode: true }), signed(event({ livemode: true }))]],
  ['nothing', () => ['', signed(event())]],
  ['bytes that are no text', () => [Buffer.from([0xff, 0xfe, 0x00]), signed(event())]],
])('%s is refused without side effects', async (_name, forge) => {
  const response = await deliver(...forge());
  expect({ ...response, body: response.body.code }).toEqual({
    status: 400,
    body: 'bad_signature',
    events: 0,
    order: 'pending',
  });
});

test('a body larger than 100 kB is not read', async () => {
  const large = event({ padding: 'x'.repeat(101_000) });
  expect(await deliver(large, signed(large))).toMatchObject({ status: 413, events: 0, order: 'pending' });
});

test('the genuine one counts once', async () => {
  const body = event();
  expect(await deliver(body, signed(body))).toMatchObject({ status: 200, events: 1, order: 'completed' });
  expect(await deliver(body, signed(body))).toMatchObject({ status: 200, events: 1, order: 'completed' });
});

test.each(['stripe', 'square'])(
  'a signed body from %s that is not an event never makes the site fail, whatever it contains',
  async (provider) => {
    const path = `/api/webhooks/${provider}`;
    const real = {
      id: 'evt',
      event_id: 'evt',
      type: 'payment.updated',
      livemode: false,
      data: { id: 'x', object: {} },
    };
    const broken = [...spoil(real)].map(({ name, value }) => ({
      name,
      body: JSON.stringify(value) ?? 'null',
    }));
    const faults = await inTurns(broken, async ({ name, body }) => {
      const square = createHmac('sha256', 'signature-key-world').update(`${world.siteUrl}${path}${body}`);
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': signed(body),
        'x-square-hmacsha256-signature': square.digest('base64'),
      };
      return faultOf(name, await rawRequest(world.siteUrl, path, { method: 'POST', headers, body }));
    });
    expect(faults).toEqual([]);
  },
);
