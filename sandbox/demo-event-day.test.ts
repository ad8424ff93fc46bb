import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DoorOrder } from '#contract/door.ts';
import { eventually } from '#test/eventually.ts';
import { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import type { EventDay } from './control/event-day.ts';
import { openEventDay } from './demo-event-day.ts';
import { openPhoneLine, type PhoneLine } from './phone-line.ts';

let world: World;
let line: PhoneLine;
let eventDay: EventDay;
beforeAll(async () => {
  world = await createWorld();
  line = await openPhoneLine(Number(new URL(world.siteUrl).port), 0);
  eventDay = openEventDay({
    site: world,
    siteUrl: world.siteUrl,
    clock: world.sandbox.clock,
    line,
    staff: 'admin@example.org',
    hall: { teams: 2, singles: 4 },
  });
});
afterAll(async () => {
  await line.stop();
  await world.stop();
});

test('the event day fills the hall, invites a phone, and cuts the network between phones and site', async () => {
  eventDay.start();
  // The second press finds it already running.
  eventDay.start();
  expect(eventDay.state()).toMatchObject({ orders: 6, isFilling: true, invitation: null });
  await eventually(() =>
    expect(eventDay.state()).toMatchObject({ placed: 6, isFilling: false, failure: null }),
  );
  const { url, qrSvg } = eventDay.state().invitation!;
  expect(qrSvg).toContain('<svg');

  const phone = new Visitor(line.url);
  const invitation = new URL(url).hash.slice(1);
  expect((await phone.post('/api/door/join', { invitation, person: 'Maria', door: 'Garage' })).status).toBe(
    200,
  );
  const sync = () =>
    phone.post('/api/door/sync', {
      scans: [],
      since: null,
      status: { tickets: 0, waiting: 0, isReady: true },
    });
  const { orders } = (await (await sync()).json()) as { orders: DoorOrder[] };
  const tickets = orders.flatMap((one) => one.tickets);
  expect({
    people: orders.reduce((sum, one) => sum + one.tickets.length + one.freeSeats, 0),
    unnamed: orders.reduce((sum, one) => sum + one.freeSeats, 0),
    refunded: orders.filter((one) => one.paymentStatus === 'refunded').length,
    replaced: tickets.flatMap((one) => one.replaced).length,
  }).toEqual({ people: 24, unnamed: 10, refunded: 2, replaced: 1 });

  eventDay.setCut(true);
  await expect(sync()).rejects.toThrow('fetch failed');
  eventDay.setCut(false);
  expect((await sync()).status).toBe(200);
});
