import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout, teamOfTen } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
});
afterAll(() => world.stop());

test('staff see what is held, until when, and which holds share an address or browser, but never the address', async () => {
  // Their marks sort in the opposite order.
  const [school, home] = ['203.0.113.78', '203.0.113.77'];
  const order = async (body: unknown, visitor = world.visitor(home)) => {
    const response = await visitor.post('/api/create-checkout-session', body);
    return { visitor, ...(await response.json()) };
  };
  await order({ ...checkout(), provider: 'square' });
  const first = await order(teamOfTen(), world.visitor(school));
  await order(checkout(), first.visitor);
  const paid = await order(checkout());
  await world.pay(paid.url);
  await paid.visitor.get(`/api/registrations/${paid.transactionId}`);

  const text = await (await (await world.staff()).get('/api/admin/holds')).text();
  const holds = JSON.parse(text);
  const now = world.sandbox.clock.now().getTime();
  const minutes = (until: string) => Math.round((Date.parse(until) - now) / 60_000);
  expect(
    holds.map((one: { seats: number; heldUntil: string }) => [one.seats, minutes(one.heldUntil)]),
  ).toEqual([
    [10, 45],
    [1, 45],
    [1, 15],
  ]);
  const [team, single, card] = holds;
  expect(team.addressMark).toMatch(/^[0-9A-F]{6}$/);
  expect(single.addressMark).toBe(team.addressMark);
  expect(card.addressMark).not.toBe(team.addressMark);
  expect([team.browserMark, card.browserMark]).toEqual([null, null]);
  expect(single.browserMark).toMatch(/^[0-9A-F]{6}$/);
  for (const hidden of [school, home, '@example.org', first.transactionId])
    expect(text).not.toContain(hidden);
});
