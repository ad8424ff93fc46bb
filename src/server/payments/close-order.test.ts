import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';
import { orders } from '../db/tables.ts';
import { endPayment, PageOpened, releaseEnded } from './close-order.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
});
afterAll(() => world.stop());

test('an order whose payment page opens while it is being closed stays open and can be paid', async () => {
  const { db } = world.database;
  world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: 'held' },
  });
  const visitor = world.visitor();
  const slow = visitor.post('/api/create-checkout-session', checkout());
  await eventually(async () => expect(await db.$count(orders)).toBe(1));
  const { id } = (await db.select().from(orders))[0]!;
  const ctx = world.context();
  // The provider has no page to close yet.
  const ended = await endPayment(ctx, id);
  world.sandbox.stripe.faults.clear();
  const { url, transactionId } = await (await slow).json();
  await expect(db.transaction((tx) => releaseEnded(tx, ctx, ended, 'cancelled'))).rejects.toThrow(PageOpened);
  expect(await db.select().from(orders)).toMatchObject([{ paymentStatus: 'pending', seatsHeld: true }]);

  await world.pay(url);
  const { order } = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  expect(order.paymentStatus).toBe('completed');
});
