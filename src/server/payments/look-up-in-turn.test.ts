import { afterAll, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';
import { getOrderAfterPayment } from '../checkout/get-order-after-payment.ts';
import { ProviderUnavailable } from './gateways/gateway.ts';

let world: World;
/** Calls to the provider. */
let looks: Mock;
let started: { url: string; transactionId: string };
let now: number;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
  looks = vi.spyOn(world.dependencies.gateways.get('stripe')!, 'fetch') as unknown as Mock;
});
beforeEach(async () => {
  started = await (await world.visitor().post('/api/create-checkout-session', checkout())).json();
  looks.mockClear();
  now = Date.now();
});
afterAll(() => world.stop());

/** What a page gets that many milliseconds later. */
async function readAfter(milliseconds: number): Promise<string> {
  const ctx = { ...world.context(), protocolNow: () => new Date(now + milliseconds) };
  return (await getOrderAfterPayment(ctx, started.transactionId)).order.paymentStatus;
}

test('a hundred concurrent reads ask the provider once, and all are answered', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => readAfter(0)));
  expect(answers).toEqual(Array(100).fill('pending'));
  expect(looks).toHaveBeenCalledTimes(1);
});

test('a payment is found by the first read after three seconds', async () => {
  await readAfter(0);
  await world.pay(started.url);
  expect(await readAfter(2_999)).toBe('pending');
  expect(await readAfter(3_000)).toBe('completed');
  expect(looks).toHaveBeenCalledTimes(2);
});

test('a slow provider is not asked again before it responds', async () => {
  let answer = () => {};
  looks.mockImplementationOnce(() => new Promise((resolve) => (answer = () => resolve(null))));
  const first = readAfter(0);
  await eventually(() => expect(looks).toHaveBeenCalledTimes(1));
  expect(await readAfter(10_000)).toBe('pending');
  expect(looks).toHaveBeenCalledTimes(1);
  answer();
  await first;
  await readAfter(10_000);
  expect(looks).toHaveBeenCalledTimes(2);
});

test("a provider that didn't respond, or a process that died while asking, doesn't block later reads", async () => {
  looks.mockRejectedValueOnce(new ProviderUnavailable('silent'));
  expect(await readAfter(0)).toBe('pending');
  looks.mockImplementationOnce(() => new Promise(() => {}));
  void readAfter(3_000);
  await eventually(() => expect(looks).toHaveBeenCalledTimes(2));
  await world.pay(started.url);
  expect(await readAfter(32_999)).toBe('pending');
  expect(await readAfter(33_000)).toBe('completed');
});
