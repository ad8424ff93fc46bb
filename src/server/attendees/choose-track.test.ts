import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { storePaid } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** A paid team of ten with everybody named and one person without a track. */
async function almostComplete() {
  const { transactionId, buyer: visitor } = await storePaid(world, teamOfTen());
  for (let index = 4; index <= 10; index += 1) {
    const response = await world.visitor().post(`/api/order/${transactionId}/attendees`, {
      firstName: 'New',
      lastName: 'Sample',
      email: `open${index}-${transactionId.slice(0, 6)}@example.org`,
      ...(index > 4 && { track: 'caregivers' }),
    });
    expect(response.status).toBe(200);
  }
  const { registrations } = await read(transactionId);
  const open = registrations.find((one) => one.track === null)!;
  return { transactionId, visitor, open };
}

async function read(transactionId: string) {
  const response = await world.visitor().get(`/api/order/${transactionId}/confirmation`);
  return (await response.json()) as {
    order: { id: number; attendeeDataStatus: string };
    registrations: { id: number; track: string | null }[];
  };
}

const choose = (key: string | number, id: number | string, track: unknown, who: Visitor = world.visitor()) =>
  answerOf(who.post(`/api/order/${key}/attendees/${id}/track`, { track }));

test('choosing the last open track completes the order, in any browser with the key (R-ATTENDEE-4)', async () => {
  const { transactionId, open } = await almostComplete();
  expect((await read(transactionId)).order.attendeeDataStatus).toBe('partial');
  const { status, body } = await choose(transactionId, open.id, 'professionals');
  expect([status, body.id, body.track]).toEqual([200, open.id, 'professionals']);
  expect(body.qrCodeData).toMatch(/^T/);
  const { order } = await read(transactionId);
  expect(order.attendeeDataStatus).toBe('complete');
  const audit = await auditRows(world, { orderId: order.id, action: 'track_chosen' });
  expect(audit.map(({ registrationId, details }) => [registrationId, details])).toEqual([
    [open.id, { track: 'professionals' }],
  ]);
});

test('a chosen track stays: the same choice is accepted, another one is refused (R-ATTENDEE-4)', async () => {
  const { transactionId, open } = await almostComplete();
  const responses = await Promise.all(
    ['caregivers', 'professionals'].map((track) => choose(transactionId, open.id, track)),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const chosen = responses.find(({ status }) => status === 200)!.body.track as string;
  expect((await choose(transactionId, open.id, chosen)).status).toBe(200);
  const other = chosen === 'caregivers' ? 'professionals' : 'caregivers';
  expect((await choose(transactionId, open.id, other)).body.code).toBe('changed_meanwhile');
});

test('the key opens only its own people, and reveals nothing about others', async () => {
  const one = await almostComplete();
  const other = await storePaid(world, teamOfTen());
  for (const id of [one.open.id, 999_999, 'x', '1e3']) {
    expect((await choose(other.transactionId, id, 'caregivers')).body.code).toBe('registration_not_found');
  }
  const { order } = await read(one.transactionId);
  expect((await choose(order.id, one.open.id, 'caregivers')).body.code).toBe('order_not_found');
  expect((await choose(order.id, one.open.id, 'caregivers', one.visitor)).status).toBe(200);
});

test('an unknown track, an unpaid order and a past event are refused', async () => {
  const { transactionId, open } = await almostComplete();
  for (const track of ['', null, 'both', 1]) {
    expect((await choose(transactionId, open.id, track)).body.fields).toEqual({
      track: 'Choose a track: caregivers or professionals',
    });
  }
  const unpaid = await startCheckout(world);
  expect((await choose(unpaid.transactionId, 1, 'caregivers')).body.code).toBe('order_not_paid');
  const now = world.sandbox.clock.now();
  world.moveClock('2025-09-21T06:00:00Z');
  expect((await choose(transactionId, open.id, 'caregivers')).body.code).toBe('event_over');
  world.moveClock(now.toISOString());
});
