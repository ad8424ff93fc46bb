import { describe, expect, test } from 'vitest';
import { checkout, teamOfTen } from '#test/factories.ts';
import { CY, type Person, setPeopleStage } from '#test/people-stage.ts';
import { eq } from '../db/drizzle.ts';
import { registrations } from '../db/tables.ts';

const stage = setPeopleStage();

describe('the organizer', () => {
  test("is created from the order's fields when there is none, and only once", async () => {
    const id = await stage.buy(checkout({ email: 'jane@example.org' }));
    const [organizer] = await stage.peopleOf(id);
    const kept = await stage.ask('DELETE', `/api/admin/registrations/${organizer!.id}`);
    expect([kept.status, kept.body.message]).toEqual([
      409,
      'Cannot remove the organizer from the registration',
    ]);
    expect(
      (await stage.ask('DELETE', `/api/admin/registrations/${organizer!.id}?organizer=true`)).status,
    ).toBe(200);
    expect([await stage.peopleOf(id), await stage.badgeOf(id)]).toEqual([[], 'needed']);

    const made = await Promise.all(
      [1, 2, 3].map(() => stage.ask('POST', `/api/admin/orders/${id}/ensure-organizer`)),
    );
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(made[0]!.body).toMatchObject({
      firstName: 'Jane',
      lastName: 'Sample',
      email: 'jane@example.org',
      track: 'caregivers',
      isOrganizer: true,
    });
    expect(await stage.badgeOf(id)).toBe('complete');
    expect(await stage.actionsOf(id)).toEqual(['registration_deleted', 'attendee_added']);
  });
});

test('a buyer who gives the ticket back and is added again is the organizer again, with one ticket', async () => {
  const id = await stage.buy(teamOfTen());
  const [jane, ada, ...others] = await stage.peopleOf(id);
  const { db } = stage.world.database;
  const { firstName, lastName, email } = jane!;
  const { id: personId, ...seen } = jane!;
  expect((await stage.ask('POST', `/api/admin/registrations/${personId}/free-seat`, { seen })).status).toBe(
    200,
  );
  await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, { firstName, lastName, email });
  const again = (await stage.peopleOf(id)).find((one) => one.firstName === 'Jane')!;
  expect([again.email, again.isOrganizer]).toEqual([email, true]);
  // Of an order from before.
  await db.update(registrations).set({ isOrganizer: false }).where(eq(registrations.id, again.id));
  const { body } = await stage.ask('POST', `/api/admin/orders/${id}/ensure-organizer`);
  expect([body.id, body.isOrganizer]).toEqual([again.id, true]);
  expect((await stage.actionsOf(id)).at(-1)).toBe('organizer_marked');
  expect(await stage.peopleOf(id)).toHaveLength([ada, ...others].length + 1);
});

test('a new organizer can be created after the ticket of the first was refunded', async () => {
  const id = await stage.buy(teamOfTen());
  const [jane] = await stage.peopleOf(id);
  await stage.world.database.db
    .update(registrations)
    .set({ voidedAt: new Date() })
    .where(eq(registrations.id, jane!.id));
  const made = await stage.ask('POST', `/api/admin/orders/${id}/ensure-organizer`);
  expect([made.status, made.body.firstName, made.body.isOrganizer]).toEqual([200, 'Jane', true]);
});

test('a buyer who gives the ticket to somebody else and gets it back is the organizer again', async () => {
  const id = await stage.buy(teamOfTen());
  const [jane, ada] = await stage.peopleOf(id);
  const fieldsOf = ({ firstName, lastName, email }: Person) => ({ firstName, lastName, email });
  const give = async (seat: Person, to: object, from: object) =>
    (await stage.ask('POST', `/api/admin/registrations/${seat.id}`, { ...to, seen: from })).status;
  const seen = { ...fieldsOf(jane!), track: 'caregivers' };
  expect(await give(jane!, CY, seen)).toBe(200);
  expect((await stage.peopleOf(id)).map((one) => one.isOrganizer)).toEqual([false, false, false]);
  expect(await give(jane!, seen, CY)).toBe(200);
  expect((await stage.peopleOf(id))[0]).toMatchObject({ ...fieldsOf(jane!), isOrganizer: true });
  expect(ada!.isOrganizer).toBe(false);
});

test('a buyer whose ticket was refunded and who takes another seat is the organizer again', async () => {
  const id = await stage.buy(teamOfTen());
  const [jane] = await stage.peopleOf(id);
  const wish = { refundId: crypto.randomUUID(), amount: 20, registrationIds: [jane!.id] };
  expect((await stage.ask('POST', `/api/admin/orders/${id}/refund`, wish)).status).toBe(200);
  const { firstName, lastName, email } = jane!;
  await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, { firstName, lastName, email });
  const [first] = await stage.peopleOf(id);
  expect([first!.id === jane!.id, first!.email, first!.isOrganizer]).toEqual([false, email, true]);
});
