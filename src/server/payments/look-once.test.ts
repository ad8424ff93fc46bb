import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { isOfJobs, recordStatements, type Statement } from '#test/bench/record-statements.ts';
import { eventually } from '#test/eventually.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import { getOrderAfterPayment } from '../checkout/get-order-after-payment.ts';
import { eq, sql } from '../db/drizzle.ts';
import { paymentAttempts, providerEvents } from '../db/tables.ts';
import { type PaymentGateway, ProviderUnavailable } from './gateways/gateway.ts';
import { actOnHint } from './receive-webhook.ts';

// Webhook and returning buyer arrive together. No state is in memory, so two contexts act as two processes.

const recording = recordStatements();
let world: World;
let gateway: PaymentGateway;
/** Calls to the provider. */
let looks: MockInstance<PaymentGateway['fetch']>;
let ask: PaymentGateway['fetch'];
let from: number;
let order: { readonly ref: string; readonly url: string; readonly transactionId: string };
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
  gateway = world.dependencies.gateways.get('stripe')!;
  ask = gateway.fetch.bind(gateway);
  looks = vi.spyOn(gateway, 'fetch');
});
beforeEach(async () => {
  const { url, transactionId, attempt } = await startCheckout(world);
  order = { ref: attempt.ref!, url, transactionId };
  looks.mockReset();
  await eventually(async () => expect(await waitingJobs()).toBe(0));
  from = recording.statements.length;
});
afterAll(async () => {
  recording.stop();
  await world.stop();
});

async function waitingJobs(): Promise<number | null> {
  const waiting = "SELECT FROM jobs.job WHERE state IN ('created', 'active', 'retry')";
  return (await world.database.pool.query(waiting)).rowCount;
}

const buyer = async () =>
  (await getOrderAfterPayment(world.context(), order.transactionId)).order.paymentStatus;

async function webhook(): Promise<void> {
  const eventId = `evt_${order.ref}`;
  const hint = { kind: 'payment', eventId, type: 'checkout.session.completed', livemode: false } as const;
  await actOnHint(world.context(), gateway, { ...hint, ref: order.ref });
}

async function isApplied(): Promise<boolean> {
  const isOfOrder = eq(providerEvents.eventId, `evt_${order.ref}`);
  const [event] = await world.database.db.select().from(providerEvents).where(isOfOrder);
  return Boolean(event?.appliedAt);
}

/** `second` starts while `first` waits for the provider, whose response arrives once `second` waits. */
async function meet(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  answer: () => ReturnType<PaymentGateway['fetch']>,
): Promise<void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  looks.mockImplementationOnce(() => isReleased.then(answer));
  const isFirstDone = first();
  await eventually(() => expect(looks).toHaveBeenCalledTimes(1));
  const isSecondDone = second();
  await eventually(() => expect(recording.statements.slice(from).some(isWait)).toBe(true));
  release();
  await Promise.all([isFirstDone, isSecondDone]);
}

/** Without polling statements, whose number depends on timing, and without jobs and mail. */
function countStatements(): number {
  const isOther = (one: Statement) =>
    isWait(one) || isOfJobs(one) || /^begin|^commit|^(select|update) .*"mails"/i.test(one.text);
  return recording.statements.slice(from).filter((one) => !isOther(one)).length;
}

const isWait = ({ text }: Statement) => text.startsWith('select "state", "next_look_at"');

const paid = () => ask(order.ref);

test('a buyer who returns during the webhook gets its result, and the provider is asked once', async () => {
  await world.pay(order.url);
  let shown: string | undefined;
  const seeing = async () => {
    shown = await buyer();
  };
  await meet(webhook, seeing, paid);
  expect([looks.mock.calls.length, countStatements()]).toEqual([1, 11]);
  expect([shown, await isApplied()]).toEqual(['completed', true]);
});

test('a webhook during a buyer’s lookup uses its result', async () => {
  await world.pay(order.url);
  await meet(buyer, webhook, paid);
  expect([looks.mock.calls.length, countStatements()]).toEqual([1, 12]);
  expect([await buyer(), await isApplied()]).toEqual(['completed', true]);
});

test('a webhook after the buyer’s lookup sends no request', async () => {
  await world.pay(order.url);
  expect(await buyer()).toBe('completed');
  await webhook();
  expect([looks.mock.calls.length, await isApplied()]).toEqual([1, true]);
});

test('a webhook that was acted on and is sent again sends no request', async () => {
  await world.stripe.checkout.sessions.expire(order.ref);
  await webhook();
  expect([looks.mock.calls.length, await isApplied()]).toEqual([1, true]);
  await webhook();
  expect(looks).toHaveBeenCalledTimes(1);
});

test('a webhook asks again if the previous lookup was too early', async () => {
  const early = await ask(order.ref);
  await world.pay(order.url);
  await meet(buyer, webhook, async () => early);
  expect(looks).toHaveBeenCalledTimes(2);
  expect([await buyer(), await isApplied()]).toEqual(['completed', true]);
});

test('a webhook asks again if the previous lookup got no response', async () => {
  await world.pay(order.url);
  await meet(buyer, webhook, () => Promise.reject(new ProviderUnavailable('silent')));
  expect(looks).toHaveBeenCalledTimes(2);
  expect([await buyer(), await isApplied()]).toEqual(['completed', true]);
});

test('a webhook that got no response frees the next lookup for others', async () => {
  await world.pay(order.url);
  looks.mockRejectedValueOnce(new ProviderUnavailable('silent'));
  await expect(webhook()).rejects.toThrow('silent');
  await world.database.db.update(paymentAttempts).set({ nextLookAt: sql`next_look_at - interval '3 s'` });
  expect(await buyer()).toBe('completed');
});
