import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

test('a paid order has a calendar file with the same entries as in its mail', async () => {
  const { buyer, url, transactionId, orderId } = await startCheckout(world);
  const path = `/api/order/${transactionId}/calendar`;
  expect((await world.visitor().get(path)).status).toBe(404);
  await world.pay(url);
  await buyer.get(`/api/registrations/${transactionId}`);
  const response = await world.visitor().get(path);
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('content-disposition'),
  ]).toEqual([
    200,
    'text/calendar; charset=utf-8; method=PUBLISH',
    'attachment; filename="digital-safety-summit.ics"',
  ]);
  const file = (await response.text()).replaceAll('\r\n ', '').replaceAll('\r\n\t', '');
  expect(file).toContain(`UID:order-${orderId}-conference@`);
  expect(file).toContain('DTSTART:20250920T150000Z');
  expect(file).toContain('DTEND:20250920T230000Z');
});
