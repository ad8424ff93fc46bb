import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { answerOf } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { and, eq } from '../db/drizzle.ts';
import { mails } from '../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
});
afterAll(() => world.stop());

const again = (key: string) => answerOf(world.visitor().post(`/api/order/${key}/email-again`, undefined));

test('anyone with a paid order’s key can have its mail sent to the buyer again, three times an hour', async () => {
  const { buyer, url, transactionId, orderId } = await startCheckout(
    world,
    checkout({ email: 'ana@example.org' }),
  );
  expect((await again(transactionId)).body.code).toBe('order_not_confirmed');
  await world.pay(url);
  await buyer.get(`/api/registrations/${transactionId}`);
  const responses = [];
  for (let n = 0; n < 4; n += 1) responses.push(await again(transactionId));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(responses[0]!.body).toEqual({ success: true, sentTo: 'ana@example.org' });
  const sent = await world.database.db.select().from(mails).where(eq(mails.orderId, orderId));
  expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual(
    Array.from({ length: 4 }, () => ['order_confirmation', 'ana@example.org']),
  );
});

test('an order whose every seat was canceled without a refund has nothing to confirm, for its buyer and for staff', async () => {
  const { transactionId, order } = await buy(world, checkout({ email: 'eve@example.org' }));
  const staff = await world.staff();
  const people = await (await staff.get(`/api/admin/orders/${order.id}/attendees`)).json();
  const canceled = await staff.post(`/api/admin/orders/${order.id}/refund`, {
    refundId: crypto.randomUUID(),
    amount: 0,
    registrationIds: [people[0].id],
  });
  expect(canceled.status).toBe(200);
  const resent = await answerOf(staff.post(`/api/admin/orders/${order.id}/resend-email`, {}));
  const refused = [409, 'no_valid_ticket', 'This order has no valid ticket.'];
  for (const { status, body } of [await again(transactionId), resent]) {
    expect([status, body.code, body.message]).toEqual(refused);
  }
  const { db } = world.database;
  const isConfirmation = and(eq(mails.orderId, order.id), eq(mails.kind, 'order_confirmation'));
  expect(await db.$count(mails, isConfirmation)).toBe(1);
});

test('an unknown key gets 404', async () => {
  expect((await again('0'.repeat(28))).body.code).toBe('order_not_found');
});
