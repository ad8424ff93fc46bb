import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERASED } from '#domain/erased.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { mails, orders, qrCodes, registrationAudit, registrations } from '../db/tables.ts';
import { eraseRegistrations } from '../privacy/erase-rows.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
afterAll(() => world.stop());

const cy = { firstName: 'Cy', lastName: 'Sample', email: 'cy@example.org', track: 'caregivers' };

async function buy(body: unknown, pays = true): Promise<number> {
  const visitor = world.visitor();
  const { url, transactionId } = await (await visitor.post('/api/create-checkout-session', body)).json();
  if (pays) await world.pay(url);
  const { order } = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  return order.id as number;
}

async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const response = await staff.request(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, body: await response.json() };
}

interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isOrganizer: boolean;
}

const peopleOf = async (orderId: number) =>
  (await ask('GET', `/api/admin/orders/${orderId}/attendees`)).body as Person[];

async function badgeOf(orderId: number): Promise<string> {
  const [order] = await world.database.db.select().from(orders).where(eq(orders.id, orderId));
  return order!.attendeeDataStatus;
}

async function actionsOf(orderId: number): Promise<string[]> {
  const rows = await world.database.db
    .select()
    .from(registrationAudit)
    .where(eq(registrationAudit.orderId, orderId))
    .orderBy(registrationAudit.id);
  return rows.filter((row) => row.actor === 'admin@example.org').map((row) => row.action);
}

describe('the people of an order', () => {
  test('are listed, the organizer first, and added until every seat is named', async () => {
    const id = await buy(teamOfTen());
    expect((await peopleOf(id)).map((one) => [one.firstName, one.isOrganizer])).toEqual([
      ['Jane', true],
      ['Ada', false],
      ['Bo', false],
    ]);
    for (let index = 4; index <= 10; index += 1) {
      const { status } = await ask('POST', `/api/admin/orders/${id}/add-attendee`, {
        ...cy,
        email: `cy${index}@example.org`,
      });
      expect([index, status, await badgeOf(id)]).toEqual([index, 200, index < 10 ? 'partial' : 'complete']);
    }
    const full = await ask('POST', `/api/admin/orders/${id}/add-attendee`, cy);
    expect([full.status, full.body.code]).toEqual([409, 'no_slots_left']);
    expect(await actionsOf(id)).toEqual(Array.from({ length: 7 }, () => 'attendee_added'));
  });

  test('may be added without a track, which makes the order partial', async () => {
    const id = await buy(teamOfTen());
    const { track, ...withoutTrack } = cy;
    expect((await ask('POST', `/api/admin/orders/${id}/add-attendee`, withoutTrack)).status).toBe(200);
    expect(await badgeOf(id)).toBe('partial');
  });

  test('need a confirmation when their name and email are already in the order (R-ATTENDEE-5)', async () => {
    const id = await buy(teamOfTen());
    const responses = await Promise.all(
      [1, 2, 3].map(() => ask('POST', `/api/admin/orders/${id}/add-attendee`, cy)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('same_person');
    const second = { ...cy, isSecondPerson: true };
    expect((await ask('POST', `/api/admin/orders/${id}/add-attendee`, second)).status).toBe(200);
    expect(await peopleOf(id)).toHaveLength(5);
  });

  test('of twenty people added to seven seats at once, seven get in', async () => {
    const id = await buy(teamOfTen());
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask('POST', `/api/admin/orders/${id}/add-attendee`, { ...cy, email: `r${index}@example.org` }),
      ),
    );
    expect(responses.filter((one) => one.status === 200)).toHaveLength(7);
    expect(await peopleOf(id)).toHaveLength(10);
  });

  test('of an unpaid or unknown order cannot be added', async () => {
    const id = await buy(teamOfTen(), false);
    expect((await ask('POST', `/api/admin/orders/${id}/add-attendee`, cy)).body.code).toBe('order_not_paid');
    for (const unknown of ['999999', 'x', '99999999999999999999']) {
      const response = await ask('POST', `/api/admin/orders/${unknown}/add-attendee`, cy);
      expect([response.status, response.body.code]).toEqual([404, 'order_not_found']);
    }
  });
});

describe('the organizer', () => {
  test("is created from the order's fields when there is none, and only once", async () => {
    const id = await buy(checkout({ email: 'jane@example.org' }));
    const [organizer] = await peopleOf(id);
    const kept = await ask('DELETE', `/api/admin/registrations/${organizer!.id}`);
    expect([kept.status, kept.body.message]).toEqual([
      409,
      'Cannot remove the organizer from the registration',
    ]);
    expect((await ask('DELETE', `/api/admin/registrations/${organizer!.id}?organizer=true`)).status).toBe(
      200,
    );
    expect([await peopleOf(id), await badgeOf(id)]).toEqual([[], 'needed']);

    const made = await Promise.all(
      [1, 2, 3].map(() => ask('POST', `/api/admin/orders/${id}/ensure-organizer`)),
    );
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(made[0]!.body).toMatchObject({
      firstName: 'Jane',
      lastName: 'Sample',
      email: 'jane@example.org',
      track: 'caregivers',
      isOrganizer: true,
    });
    expect(await badgeOf(id)).toBe('complete');
    expect(await actionsOf(id)).toEqual(['registration_deleted', 'attendee_added']);
  });
});

test('a buyer who gives the ticket back and is added again is the organizer again, with one ticket', async () => {
  const id = await buy(teamOfTen());
  const [jane, ada, ...others] = await peopleOf(id);
  const { db } = world.database;
  const { firstName, lastName, email } = jane!;
  const { id: personId, ...seen } = jane!;
  expect((await ask('POST', `/api/admin/registrations/${personId}/free-seat`, { seen })).status).toBe(200);
  await ask('POST', `/api/admin/orders/${id}/add-attendee`, { firstName, lastName, email });
  const again = (await peopleOf(id)).find((one) => one.firstName === 'Jane')!;
  expect([again.email, again.isOrganizer]).toEqual([email, true]);
  // Of an order from before, or given away by mistake and back.
  await db.update(registrations).set({ isOrganizer: false }).where(eq(registrations.id, again.id));
  const { body } = await ask('POST', `/api/admin/orders/${id}/ensure-organizer`);
  expect([body.id, body.isOrganizer]).toEqual([again.id, true]);
  expect(await peopleOf(id)).toHaveLength([ada, ...others].length + 1);
});

test('a new organizer can be created after the ticket of the first was refunded', async () => {
  const id = await buy(teamOfTen());
  const [jane] = await peopleOf(id);
  await world.database.db
    .update(registrations)
    .set({ voidedAt: new Date() })
    .where(eq(registrations.id, jane!.id));
  const made = await ask('POST', `/api/admin/orders/${id}/ensure-organizer`);
  expect([made.status, made.body.firstName, made.body.isOrganizer]).toEqual([200, 'Jane', true]);
});

async function mailsTo(orderId: number, recipient: string): Promise<string[]> {
  const sent = await world.database.db.select().from(mails).where(eq(mails.orderId, orderId));
  return sent
    .filter((mail) => mail.recipient === recipient)
    .map(({ kind }) => kind)
    .toSorted();
}

describe('a person', () => {
  test('who is removed loses the ticket, and someone else can take the seat', async () => {
    const id = await buy(teamOfTen());
    const [, ada] = await peopleOf(id);
    expect((await ask('DELETE', `/api/admin/registrations/${ada!.id}`)).body).toEqual({ success: true });
    expect((await ask('DELETE', `/api/admin/registrations/${ada!.id}`)).body.code).toBe(
      'registration_not_found',
    );
    expect((await peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Bo']);
    expect(await world.database.db.$count(qrCodes, eq(qrCodes.registrationId, ada!.id))).toBe(0);
  });

  test('a ticket stays with its new holder when staff free or delete the person whom the desk still showed', async () => {
    const id = await buy(teamOfTen());
    const [, ada] = await peopleOf(id);
    const codeOf = async () =>
      (await world.database.db.select().from(qrCodes).where(currentCode(ada!.id)))[0]!;
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' };
    const bob = { firstName: 'Bob', lastName: 'Okafor', email: 'bob@example.org', track: 'professionals' };
    const { pageKey: key } = await codeOf();
    const given = { key, ...bob, seen: { ...seen, track: 'professionals' } };
    expect((await world.visitor().post('/api/my-ticket/change', given)).status).toBe(200);

    const ended = [
      await ask('POST', `/api/admin/registrations/${ada!.id}/free-seat`, { seen }),
      await ask('DELETE', `/api/admin/registrations/${ada!.id}`, { seen }),
    ];
    expect(ended.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'changed_meanwhile'],
      [409, 'changed_meanwhile'],
    ]);
    const { qrCodeData: qrToken } = await codeOf();
    const scanned = await ask('POST', '/api/admin/validate-qr', { qrToken });
    expect([scanned.body.valid, scanned.body.registration.firstName]).toEqual([true, 'Bob']);

    const { track, ...shown } = bob;
    const deleted = await ask('DELETE', `/api/admin/registrations/${ada!.id}?${new URLSearchParams(shown)}`);
    expect(deleted.status).toBe(200);
  });

  test('whose seat staff free is notified once, as is the buyer; people who are checked in stay', async () => {
    const id = await buy(teamOfTen());
    const [jane, ada, bo] = await peopleOf(id);
    const free = ({ id: personId, ...seen }: Person) =>
      ask('POST', `/api/admin/registrations/${personId}/free-seat`, { seen });
    const responses = await Promise.all([free(ada!), free(ada!)]);
    expect(responses.map(({ body }) => body)).toEqual([{ success: true }, { success: true }]);
    expect((await peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Bo']);
    expect(await mailsTo(id, 'ada@example.org')).toEqual(['ticket', 'ticket_replaced']);
    expect(await mailsTo(id, 'jane@example.org')).toEqual(['order_confirmation', 'team_change']);
    expect(await actionsOf(id)).toEqual(['seat_freed']);

    world.moveClock('2025-09-20T15:00:00Z');
    await ask('POST', '/api/admin/check-in', { registrationId: bo!.id, method: 'manual_lookup' });
    const refused = await free(bo!);
    expect([refused.status, refused.body.code]).toEqual([409, 'already_checked_in']);
    expect((await free({ ...bo!, id: 999_999 })).body.code).toBe('registration_not_found');
    // Somebody else would be told at the door that they are in already.
    const { id: boId, ...seen } = bo!;
    const ben = { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org', track: 'caregivers' };
    const replaced = await ask('POST', `/api/admin/registrations/${boId}`, { ...ben, seen });
    expect([replaced.status, replaced.body.code]).toEqual([409, 'already_checked_in']);
    const codesOfBo = () => world.database.db.$count(qrCodes, eq(qrCodes.registrationId, boId));
    const moved = { ...seen, email: 'bo.new@example.org' };
    expect((await ask('POST', `/api/admin/registrations/${boId}`, { ...moved, seen })).status).toBe(200);
    // It has admitted him today, and will again on the next day.
    expect(await codesOfBo()).toBe(1);
    expect((await free(jane!)).status).toBe(200);
    world.moveClock(EARLY_BIRD);
  });

  test('whom the door is admitting keeps the ticket when staff give it to somebody else', async () => {
    const id = await buy(teamOfTen());
    const [, ada] = await peopleOf(id);
    const door = await world.database.pool.connect();
    await door.query('BEGIN');
    await door.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [ada!.id]);
    await door.query(
      `INSERT INTO check_ins (registration_id, checked_in_by, checked_in_at, admitted_on)
       VALUES ($1, 'staff@example.org', '2025-09-20T15:00:00Z', '2025-09-20')`,
      [ada!.id],
    );
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
    const giving = ask('POST', `/api/admin/registrations/${ada!.id}`, { ...cy, seen });
    await eventuallyWaiting(world.database.pool, 1);
    await door.query('COMMIT');
    door.release();
    const given = await giving;
    expect([given.status, given.body.code]).toEqual([409, 'already_checked_in']);
    expect((await peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Ada', 'Bo']);
  });

  test('a corrected name keeps the code, a corrected address gets a new one, which is mailed there; so does another person, and the old holder is notified (R-ATTENDEE-6)', async () => {
    const id = await buy(checkout({ email: 'jane@example.org' }));
    const [jane] = await peopleOf(id);
    const seen = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', track: 'caregivers' };
    const codeOf = async () =>
      (await world.database.db.select().from(qrCodes).where(currentCode(jane!.id)))[0]!.qrCodeData;
    const before = await codeOf();
    const renamed = await ask('POST', `/api/admin/registrations/${jane!.id}`, {
      ...seen,
      lastName: 'Sampleton',
      seen,
    });
    expect([renamed.status, renamed.body.lastName, await codeOf()]).toEqual([200, 'Sampleton', before]);

    const now = { ...seen, lastName: 'Sampleton' };
    const moved = await ask('POST', `/api/admin/registrations/${jane!.id}`, {
      ...now,
      email: 'janet@example.org',
      seen: now,
    });
    const renewed = await codeOf();
    expect([moved.status, moved.body.email, renewed === before]).toEqual([200, 'janet@example.org', false]);
    // Who reads mail at the old address might be a stranger: neither the code nor its page opens anything.
    // If it is Jane with her printed ticket, the desk can tell.
    expect((await ask('POST', '/api/admin/validate-qr', { qrToken: before })).body).toMatchObject({
      reason: 'replaced',
      message: expect.stringMatching(/^A newer ticket was emailed to this guest on /),
      registration: { firstName: 'Jane' },
    });
    // The buyer never got what went to the mistyped address; the confirmation has the ticket, too.
    expect(await mailsTo(id, 'janet@example.org')).toEqual(['order_confirmation']);

    const then = { ...now, email: 'janet@example.org' };
    const given = await ask('POST', `/api/admin/registrations/${jane!.id}`, {
      ...then,
      firstName: 'Ben',
      lastName: 'Okafor',
      email: 'ben@example.org',
      seen: then,
    });
    expect(given.status).toBe(200);
    expect(await codeOf()).not.toBe(renewed);
    expect(await mailsTo(id, 'ben@example.org')).toEqual(['ticket']);
    expect(await mailsTo(id, 'janet@example.org')).toEqual(['order_confirmation', 'ticket_replaced']);
    const scanned = { qrToken: renewed };
    expect((await ask('POST', '/api/admin/validate-qr', scanned)).body).toMatchObject({
      valid: false,
      reason: 'replaced',
      // Not Ben's name: somebody else holds his seat's old ticket.
      registration: null,
      message: expect.stringMatching(
        /^This ticket was replaced on .+\. Please send the guest to the help desk\.$/,
      ),
    });
    expect((await ask('POST', '/api/admin/check-in', scanned)).body.code).toBe('ticket_replaced');
    expect(await actionsOf(id)).toEqual([
      'attendee_corrected',
      'attendee_corrected',
      'order_email_corrected',
      'ticket_transferred',
    ]);
  });

  test("who is the organizer takes the order's name and address along when staff correct them, and nobody else does (R-ATTENDEE-7)", async () => {
    const id = await buy(teamOfTen({ email: 'Jane@example.org' }));
    const orderNow = async () => (await world.database.db.select().from(orders).where(eq(orders.id, id)))[0]!;
    const addressOf = async () => (await orderNow()).organizerEmail;
    const nameOf = async () => {
      const { organizerFirstName, organizerLastName } = await orderNow();
      return `${organizerFirstName} ${organizerLastName}`;
    };
    const change = async (index: number, changes: object) => {
      const {
        id: personId,
        isOrganizer,
        checkIns,
        ...seen
      } = (await peopleOf(id))[index] as unknown as Record<string, unknown>;
      return (await ask('POST', `/api/admin/registrations/${personId}`, { ...seen, ...changes, seen }))
        .status;
    };
    expect(await change(1, { email: 'adah@example.org' })).toBe(200);
    expect(await mailsTo(id, 'adah@example.org')).toEqual(['ticket']);
    expect(await change(1, { firstName: 'Adah' })).toBe(200);
    expect(await nameOf()).toBe('Jane Sample');
    expect(await change(0, { lastName: 'Sampleton' })).toBe(200);
    expect([await nameOf(), await addressOf()]).toEqual(['Jane Sampleton', 'Jane@example.org']);
    expect(await change(0, { email: 'janet@example.org' })).toBe(200);
    expect(await addressOf()).toBe('janet@example.org');
    // An erasure finds them there, too.
    const leader = { firstName: 'Jane', lastName: 'Sampleton', email: 'janet@example.org' };
    expect((await orderNow()).namedAttendees[0]).toMatchObject(leader);
    const resent = await ask('POST', `/api/admin/orders/${id}/resend-email`);
    expect([resent.status, resent.body.sentTo]).toEqual([200, 'janet@example.org']);
    expect(await actionsOf(id)).toEqual([
      'attendee_corrected',
      'attendee_corrected',
      'attendee_corrected',
      'attendee_corrected',
      'order_email_corrected',
      'confirmation_resent',
    ]);

    // The buyer already has another address than the organizer's ticket.
    await world.database.db
      .update(orders)
      .set({ organizerEmail: 'office@example.org' })
      .where(eq(orders.id, id));
    expect(await change(0, { email: 'jane2@example.org' })).toBe(200);
    expect(await addressOf()).toBe('office@example.org');
    expect(await mailsTo(id, 'jane2@example.org')).toEqual(['ticket']);
    const correct = (email: string, seen: string) =>
      ask('POST', `/api/admin/orders/${id}/buyer-email`, { email, seen });
    expect((await correct('x@example.org', 'jane2@example.org')).body.code).toBe('changed_meanwhile');
    expect((await correct(ERASED.email, 'office@example.org')).body.code).toBe('invalid');
    expect((await correct('desk@example.org', 'office@example.org')).status).toBe(200);
    expect(await addressOf()).toBe('desk@example.org');
    // A retry, because the response was lost.
    const retried = await correct('desk@example.org', 'office@example.org');
    expect([retried.status, retried.body]).toEqual([200, { success: true, email: 'desk@example.org' }]);
    expect(await mailsTo(id, 'desk@example.org')).toEqual(['order_confirmation']);
    // Somebody else in the organizer's seat isn't the buyer.
    await world.database.db
      .update(orders)
      .set({ organizerEmail: 'jane2@example.org' })
      .where(eq(orders.id, id));
    expect(await change(0, { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org' })).toBe(200);
    expect([await nameOf(), await addressOf()]).toEqual(['Jane Sampleton', 'jane2@example.org']);
  });

  test.each(['pending', 'review'])(
    'who is the organizer gets the ticket at an address that staff corrected while the order was %s (R-ATTENDEE-7)',
    async (status) => {
      const visitor = world.visitor();
      const ada = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'caregivers' };
      const body = teamOfTen({ email: 'jane@exmaple.org', teamMembers: [ada] });
      const started = await (await visitor.post('/api/create-checkout-session', body)).json();
      const orderNow = async () =>
        (await (await visitor.get(`/api/registrations/${started.transactionId}`)).json()).order;
      const { id } = await orderNow();
      const payInto = async (expected: string) => {
        await world.pay(started.url);
        await expect.poll(async () => (await orderNow()).paymentStatus).toBe(expected);
      };
      if (status === 'review') {
        await world.database.db.update(orders).set({ totalAmount: 199_00 }).where(eq(orders.id, id));
        await payInto('review');
      }
      const correction = { email: 'jane@example.org', seen: 'jane@exmaple.org' };
      expect((await ask('POST', `/api/admin/orders/${id}/buyer-email`, correction)).status).toBe(200);
      if (status === 'review') {
        const [found] = (await ask('GET', '/api/admin/payment-cases')).body;
        const accepted = { decision: 'accept' };
        expect((await ask('POST', `/api/admin/payment-cases/${found.id}/resolve`, accepted)).status).toBe(
          200,
        );
      } else await payInto('completed');

      expect((await peopleOf(id)).map(({ firstName, email }) => [firstName, email])).toEqual([
        ['Jane', 'jane@example.org'],
        ['Ada', 'ada@example.org'],
      ]);
      expect(await mailsTo(id, 'jane@exmaple.org')).toEqual([]);
      expect(await mailsTo(id, 'jane@example.org')).toEqual(['order_confirmation']);
    },
  );

  test('who was erased can only be followed by somebody with an address, who gets a ticket (R-ATTENDEE-6)', async () => {
    const id = await buy(teamOfTen());
    const [, ada] = await peopleOf(id);
    await world.database.db.transaction((tx) => eraseRegistrations(tx, [ada!.id]));
    const seen = { ...ERASED, track: 'professionals' };
    const give = (email: string) =>
      ask('POST', `/api/admin/registrations/${ada!.id}`, { ...seen, email, seen });
    for (const email of [ERASED.email, 'Erased@Example.invalid']) {
      const refused = await give(email);
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        {
          email:
            'This address is a placeholder for someone whose data was erased. Enter this person’s own address.',
        },
      ]);
    }
    expect((await give(cy.email)).status).toBe(200);
    expect(await world.database.db.$count(qrCodes, currentCode(ada!.id))).toBe(1);
    expect(await mailsTo(id, cy.email)).toEqual(['ticket']);
    expect(await mailsTo(id, ERASED.email)).toEqual([]);
  });

  test('whose ticket is being refunded can no longer be changed', async () => {
    const id = await buy(teamOfTen());
    const [, ada] = await peopleOf(id);
    world.sandbox.stripe.faults.set({
      failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 },
    });
    const wish = { refundId: crypto.randomUUID(), amount: 20, registrationIds: [ada!.id] };
    expect((await ask('POST', `/api/admin/orders/${id}/refund`, wish)).status).toBe(200);
    world.sandbox.stripe.faults.clear();
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
    const given = await ask('POST', `/api/admin/registrations/${ada!.id}`, { ...cy, seen });
    expect([given.status, given.body.code, given.body.message]).toEqual([
      409,
      'ticket_ended',
      'This ticket is being refunded, so it can no longer be changed.',
    ]);
    const freed = await ask('POST', `/api/admin/registrations/${ada!.id}/free-seat`, { seen });
    expect([freed.status, freed.body.message]).toEqual([given.status, given.body.message]);
    expect((await peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Ada', 'Bo']);
    expect(await mailsTo(id, cy.email)).toEqual([]);
  });

  test('whom someone else has changed in the meantime is not overwritten', async () => {
    const id = await buy(checkout({ email: 'jane@example.org' }));
    const [jane] = await peopleOf(id);
    const seen = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', track: 'caregivers' };
    const both = await Promise.all(
      ['A', 'B'].map((lastName) =>
        ask('POST', `/api/admin/registrations/${jane!.id}`, { ...seen, lastName, seen }),
      ),
    );
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409]);
    expect(both.find((one) => one.status === 409)!.body.code).toBe('changed_meanwhile');
    const winner = both.find((one) => one.status === 200)!.body.lastName;
    const [row] = await world.database.db.select().from(registrations).where(eq(registrations.id, jane!.id));
    expect(row!.lastName).toBe(winner);
  });

  test('whose change was stored but whose response was lost is not changed twice by a retry', async () => {
    const id = await buy(teamOfTen());
    const [, ada] = await peopleOf(id);
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
    const give = () => ask('POST', `/api/admin/registrations/${ada!.id}`, { ...cy, seen });
    const first = await give();
    expect(first.status).toBe(200);
    expect(await give()).toEqual(first);
    expect(await mailsTo(id, cy.email)).toEqual(['ticket']);
    expect(await actionsOf(id)).toEqual(['ticket_transferred']);
  });
});
