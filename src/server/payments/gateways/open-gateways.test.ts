import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { close, listen } from '#sandbox/control/listen.ts';
import { ownEnvironment } from '#test/outside.ts';
import { createWorld, type World } from '#test/world.ts';
import type { StripeSettings } from '../../settings.ts';
import { ProviderUnavailable } from './gateway.ts';
import { checkAccounts } from './open-gateways.ts';

const NOBODY = 'http://127.0.0.1:9';

let world: World;
/** A stub of Stripe that sends `reply`. */
let other: Server;
let otherUrl: string;
let reply: { status: number; body: object };
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
  other = createServer((_request, response) => {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
  });
  otherUrl = `http://127.0.0.1:${await listen(other)}`;
});
afterAll(async () => {
  await close(other);
  await world.stop();
});

/** A startup's result: problems, none, or an unreachable provider. */
async function check(stripe: Partial<StripeSettings>, square = world.dependencies.settings.square) {
  const warned: unknown[] = [];
  const settings = { stripe: { ...world.dependencies.settings.stripe!, ...stripe }, square };
  const problems = await checkAccounts(settings, (error) => warned.push(error)).then(
    () => [],
    (error: { problems: readonly string[] }) => error.problems,
  );
  return { problems, warned };
}

test('accounts that match the settings let the site start', async () => {
  expect(await check({})).toEqual({ problems: [], warned: [] });
  await checkAccounts({ stripe: null, square: null }, () => expect.unreachable());
});

test('each key that a provider refuses stops the startup with its own sentence', async () => {
  const square = { ...world.dependencies.settings.square!, accessToken: 'wrong' };
  expect(await check({ secretKey: 'sk_test_other' }, square)).toEqual({
    problems: [
      'Stripe rejected STRIPE_SECRET_KEY. Copy the key from Stripe’s dashboard again.',
      'Square rejected SQUARE_ACCESS_TOKEN. Copy the token from Square’s dashboard again.',
    ],
    warned: [],
  });
  await expect(
    createWorld({
      settings: { stripe: { ...world.dependencies.settings.stripe!, secretKey: 'sk_test_other' } },
    }),
  ).rejects.toThrow('Stripe rejected STRIPE_SECRET_KEY. Copy the key from Stripe’s dashboard again.');
});

describe('a restricted key', () => {
  const secretKey = () => world.dependencies.settings.stripe!.secretKey.replace('sk_', 'rk_');
  const without = (...missingPermissions: string[]) =>
    world.sandbox.stripe.faults.set({ missingPermissions });
  afterEach(() => world.sandbox.stripe.faults.clear());

  test('with all permissions lets the site start and changes nothing in the account', async () => {
    expect(await check({ secretKey: secretKey() })).toEqual({ problems: [], warned: [] });
  });

  test.each([
    ['rak_checkout_session_write', 'Checkout Sessions (write)'],
    ['rak_payment_intent_read', 'PaymentIntents (read)'],
    ['rak_charge_write', 'Charges and Refunds (write)'],
    ['rak_balance_transaction_source_read', 'Balance Transaction Sources (read)'],
    ['rak_dispute_read', 'Disputes (read)'],
    ['rak_event_read', 'Events (read)'],
    ['rak_product_write', 'Products (write)'],
    ['rak_plan_read', 'Prices (read)'],
    ['rak_coupon_write', 'Coupons (write)'],
    ['rak_promotion_code_read', 'Promotion Codes (read)'],
  ])('without %s stops the startup, which names the permission', async (missing, name) => {
    without(missing);
    expect(await check({ secretKey: secretKey() })).toEqual({
      problems: [`STRIPE_SECRET_KEY is a restricted key without these permissions: ${name}.`],
      warned: [],
    });
  });

  test('lacking several permissions is reported with all of them, named as in the manual', async () => {
    const error = { type: 'invalid_request_error', message: 'The provided key does not have the rights.' };
    reply = { status: 403, body: { error } };
    const { problems } = await check({ secretKey: 'rk_test_other', apiUrl: otherUrl });
    const manual = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const listed = [...manual.matchAll(/^\| ([A-Z][A-Za-z ]+) \| (read|write) \|/gm)];
    const names = listed.map(([, name, right]) => `${name} (${right})`);
    expect(names).toHaveLength(10);
    expect(problems).toEqual([
      `STRIPE_SECRET_KEY is a restricted key without these permissions: ${names.join(', ')}.`,
    ]);
  });
});

test("an account that responds in another mode than its key's stops the start", async () => {
  const listOf = (livemode: boolean) => ({
    status: 200,
    body: { object: 'list', url: '/', has_more: false, data: [{ object: 'checkout.session', livemode }] },
  });
  const problems = [
    'STRIPE_SECRET_KEY and Stripe’s response are in different modes: one is live and the other is test.',
  ];
  reply = listOf(true);
  expect(await check({ apiUrl: otherUrl })).toEqual({ problems, warned: [] });
  expect(await check({ secretKey: 'sk_live_other', apiUrl: otherUrl })).toEqual({ problems: [], warned: [] });
  reply = listOf(false);
  expect(await check({ secretKey: 'rk_live_other', apiUrl: otherUrl })).toEqual({ problems, warned: [] });
});

test('an unreachable account is reported, and the site starts', async () => {
  const { problems, warned } = await check({ apiUrl: NOBODY });
  expect([problems, warned.map((one) => one instanceof ProviderUnavailable)]).toEqual([[], [true]]);
  reply = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } };
  expect((await check({ apiUrl: otherUrl })).warned).toHaveLength(1);
});

test("without Square the server doesn't load its SDK", async () => {
  const server = new URL('../../start-server.ts', import.meta.url).href;
  const program = `
    import { createRequire } from 'node:module';
    await import('${server}');
    const files = Object.keys(createRequire(import.meta.url).cache);
    const packages = files.map((file) => /node_modules.([^/\\\\]+)/.exec(file)?.[1]);
    process.stdout.write(JSON.stringify([...new Set(packages)]));
  `;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: ownEnvironment });
  const packages = JSON.parse(stdout) as string[];
  expect(packages).toContain('drizzle-orm');
  expect(packages).not.toContain('square');
});
