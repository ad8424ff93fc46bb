import { describe, expect, test } from 'vitest';
import { teamOfTen } from '#test/factories.ts';
import { CY, type Person, setPeopleStage } from '#test/people-stage.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { qrCodes } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

const stage = setPeopleStage();

describe('the people of an order', () => {
  test('are listed, the organizer first, and added until every seat is named', async () => {
    const id = await stage.buy(teamOfTen());
    expect((await stage.peopleOf(id)).map((one) => [one.firstName, one.isOrganizer])).toEqual([
      ['Jane', true],
      ['Ada', false],
      ['Bo', false],
    ]);
    for (let index = 4; index <= 10; index += 1) {
      const { status } = await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, {
        ...CY,
        email: `CY${index}@example.org`,
      });
      expect([index, status, await stage.badgeOf(id)]).toEqual([
        index,
        200,
        index < 10 ? 'partial' : 'complete',
      ]);
    }
    const full = await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, CY);
    expect([full.status, full.body.code]).toEqual([409, 'no_slots_left']);
    const again = await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, {
      ...CY,
      email: 'CY10@example.org',
    });
    expect(again.body.code).toBe('same_person');
    expect(await stage.actionsOf(id)).toEqual(Array.from({ length: 7 }, () => 'attendee_added'));
  });

  test('may be added without a track, which makes the order partial', async () => {
    const id = await stage.buy(teamOfTen());
    const { track, ...withoutTrack } = CY;
    expect((await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, withoutTrack)).status).toBe(200);
    expect(await stage.badgeOf(id)).toBe('partial');
  });

  test('need a confirmation when their name and email are already in the order (R-ATTENDEE-5)', async () => {
    const id = await stage.buy(teamOfTen());
    const responses = await Promise.all(
      [1, 2, 3].map(() => stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, CY)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('same_person');
    const second = { ...CY, isSecondPerson: true };
    expect((await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, second)).status).toBe(200);
    expect(await stage.peopleOf(id)).toHaveLength(5);
  });

  test('when twenty people are added to seven seats at once, seven get one', async () => {
    const id = await stage.buy(teamOfTen());
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, { ...CY, email: `r${index}@example.org` }),
      ),
    );
    expect(responses.filter((one) => one.status === 200)).toHaveLength(7);
    expect(await stage.peopleOf(id)).toHaveLength(10);
  });

  test('of an unpaid or unknown order cannot be added', async () => {
    const id = await stage.buy(teamOfTen(), false);
    expect((await stage.ask('POST', `/api/admin/orders/${id}/add-attendee`, CY)).body.code).toBe(
      'order_not_paid',
    );
    for (const unknown of ['999999', 'x', '99999999999999999999']) {
      const response = await stage.ask('POST', `/api/admin/orders/${unknown}/add-attendee`, CY);
      expect([response.status, response.body.code]).toEqual([404, 'order_not_found']);
    }
  });
});

describe('a person', () => {
  test('whoever is removed loses the ticket, and someone else can take the seat', async () => {
    const id = await stage.buy(teamOfTen());
    const [, ada] = await stage.peopleOf(id);
    expect((await stage.ask('DELETE', `/api/admin/registrations/${ada!.id}`)).body).toEqual({
      success: true,
    });
    expect((await stage.ask('DELETE', `/api/admin/registrations/${ada!.id}`)).body.code).toBe(
      'registration_not_found',
    );
    expect((await stage.peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Bo']);
    expect(await stage.world.database.db.$count(qrCodes, eq(qrCodes.registrationId, ada!.id))).toBe(0);
  });

  test('a ticket stays with its new holder when staff free or delete the person whom the desk still showed', async () => {
    const id = await stage.buy(teamOfTen());
    const [, ada] = await stage.peopleOf(id);
    const codeOf = async () =>
      (await stage.world.database.db.select().from(qrCodes).where(currentCode(ada!.id)))[0]!;
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' };
    const bob = { firstName: 'Bob', lastName: 'Okafor', email: 'bob@example.org', track: 'professionals' };
    const { pageKey: key } = await codeOf();
    const given = { key, ...bob, seen: { ...seen, track: 'professionals' } };
    expect((await stage.world.visitor().post('/api/my-ticket/change', given)).status).toBe(200);

    const ended = [
      await stage.ask('POST', `/api/admin/registrations/${ada!.id}/free-seat`, { seen }),
      await stage.ask('DELETE', `/api/admin/registrations/${ada!.id}`, { seen }),
    ];
    expect(ended.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'changed_meanwhile'],
      [409, 'changed_meanwhile'],
    ]);
    const { qrCodeData: qrToken } = await codeOf();
    const scanned = await stage.ask('POST', '/api/admin/validate-qr', { qrToken });
    expect([scanned.body.valid, scanned.body.registration.firstName]).toEqual([true, 'Bob']);

    const { track, ...shown } = bob;
    const deleted = await stage.ask(
      'DELETE',
      `/api/admin/registrations/${ada!.id}?${new URLSearchParams(shown)}`,
    );
    expect(deleted.status).toBe(200);
  });

  test('whose seat staff free is notified once, as is the buyer; people who are checked in stay', async () => {
    const id = await stage.buy(teamOfTen());
    const [jane, ada, bo] = await stage.peopleOf(id);
    const free = ({ id: personId, ...seen }: Person) =>
      stage.ask('POST', `/api/admin/registrations/${personId}/free-seat`, { seen });
    const responses = await Promise.all([free(ada!), free(ada!)]);
    expect(responses.map(({ body }) => body)).toEqual([{ success: true }, { success: true }]);
    expect((await stage.peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Bo']);
    expect(await stage.mailsTo(id, 'ada@example.org')).toEqual(['ticket', 'ticket_replaced']);
    expect(await stage.mailsTo(id, 'jane@example.org')).toEqual(['order_confirmation', 'team_change']);
    expect(await stage.actionsOf(id)).toEqual(['seat_freed']);

    stage.world.moveClock('2025-09-20T15:00:00Z');
    await stage.ask('POST', '/api/admin/check-in', { registrationId: bo!.id, method: 'manual_lookup' });
    const refused = await free(bo!);
    expect([refused.status, refused.body.code]).toEqual([409, 'already_checked_in']);
    expect((await free({ ...bo!, id: 999_999 })).body.code).toBe('registration_not_found');
    // Somebody else would be told at the door that they are in already.
    const { id: boId, ...seen } = bo!;
    const ben = { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org', track: 'caregivers' };
    const replaced = await stage.ask('POST', `/api/admin/registrations/${boId}`, { ...ben, seen });
    expect([replaced.status, replaced.body.code]).toEqual([409, 'already_checked_in']);
    const codesOfBo = () => stage.world.database.db.$count(qrCodes, eq(qrCodes.registrationId, boId));
    const moved = { ...seen, email: 'bo.new@example.org' };
    expect((await stage.ask('POST', `/api/admin/registrations/${boId}`, { ...moved, seen })).status).toBe(
      200,
    );
    // It has admitted him today, and will again on the next day.
    expect(await codesOfBo()).toBe(1);
    expect((await free(jane!)).status).toBe(200);
    stage.world.moveClock(EARLY_BIRD);
  });
});
