import { afterEach, beforeEach, expect, test } from 'vitest';
import { event } from '#content/event.ts';
import type { DoorOrder } from '#contract/door.ts';
import { eq } from '#server/db/drizzle.ts';
import { eventCapacity } from '#server/db/tables.ts';
import { buy } from '#test/buy.ts';
import { eventually } from '#test/eventually.ts';
import { Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import type { EventDay } from './control/event-day.ts';
import { openEventDay } from './demo-event-day.ts';
import { openPhoneLine, type PhoneLine } from './phone-line.ts';

let world: World;
let line: PhoneLine;
let eventDay: EventDay;
beforeEach(async () => {
  world = await createWorld();
  line = await openPhoneLine(Number(new URL(world.siteUrl).port), 0);
  eventDay = openEventDay({
    site: world,
    siteUrl: world.siteUrl,
    clock: world.sandbox.clock,
    line,
    staff: 'admin@example.org',
  });
});
afterEach(async () => {
  await line.stop();
  await world.stop();
});

/** The conference day has this many seats from now on. */
async function setSeats(seats: number): Promise<void> {
  await world.database.db
    .update(eventCapacity)
    .set({ maxCapacity: seats })
    .where(eq(eventCapacity.eventDate, event.day));
}

const filled = () =>
  eventually(() =>
    expect(eventDay.state()).toMatchObject({ isFilling: false, failure: null, invitation: {} }),
  );

/** The clock goes on from there. */
function expectMorning(): void {
  expect(world.sandbox.clock.now().toISOString()).toMatch(/^2025-09-20T14:15:/);
}

test('the event day fills the hall, invites a phone, and cuts the network between phones and site', async () => {
  await setSeats(25);
  world.moveClock(EARLY_BIRD);
  await buy(world);
  eventDay.start();
  // The second press finds it already running.
  eventDay.start();
  expect(eventDay.state()).toMatchObject({ placed: 0, isFilling: true, invitation: null });
  await filled();
  expect(eventDay.state()).toMatchObject({ orders: 6, placed: 6 });
  expectMorning();
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
  }).toEqual({ people: 25, unnamed: 10, refunded: 2, replaced: 1 });

  eventDay.setCut(true);
  await expect(sync()).rejects.toThrow('fetch failed');
  eventDay.setCut(false);
  expect((await sync()).status).toBe(200);
});

test('pressed again, it sells what the refunds left, and ends well once nothing is left', async () => {
  await setSeats(3);
  for (const orders of [3, 2, 1, 0]) {
    world.moveClock(EARLY_BIRD);
    eventDay.start();
    await filled();
    expect([orders, eventDay.state()]).toMatchObject([orders, { orders, placed: orders }]);
    expectMorning();
  }
});

test('a failure is reported in a sentence', async () => {
  await setSeats(1);
  world.moveClock(EARLY_BIRD);
  world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: '500', times: 3 },
  });
  eventDay.start();
  await eventually(() =>
    expect(eventDay.state()).toMatchObject({
      isFilling: false,
      failure:
        'The hall was not filled: We cannot reach the payment provider right now. Nothing was charged; please try again in a minute.',
    }),
  );
});
