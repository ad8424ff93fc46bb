import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCheckout } from '#test/start-checkout.ts';
import { answerOf } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const welcome = (key: string) =>
  answerOf(world.visitor().post(`/api/registrations/${key}/welcome`, undefined));

test('an order welcomes its buyer once across browsers, and not before it is paid', async () => {
  const { buyer, url, transactionId } = await startCheckout(world);
  expect((await welcome(transactionId)).body).toEqual({ isFirst: false });
  await world.pay(url);
  await buyer.get(`/api/registrations/${transactionId}`);
  const responses = await Promise.all([1, 2, 3].map(() => welcome(transactionId)));
  expect(responses.map(({ body }) => body.isFirst).toSorted()).toEqual([false, false, true]);
  expect((await welcome(transactionId)).body).toEqual({ isFirst: false });
});

test('an unknown key gets 404', async () => {
  expect((await welcome('0'.repeat(28))).body.code).toBe('registration_not_found');
});
