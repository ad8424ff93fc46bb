import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ERASED } from '#domain/erased.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { CY, setPeopleStage } from '#test/people-stage.ts';
import { codeOfTicket } from '#test/ticket-stage.ts';
import { eq } from '../db/drizzle.ts';
import { mails, orders, qrCodes, registrations } from '../db/tables.ts';
import { eraseRegistrations } from '../privacy/erase-rows.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

const stage = setPeopleStage();

describe('a person', () => {
  test('being admitted at the door keeps the ticket when staff give it to somebody else', async () => {
    const id = await stage.buy(teamOfTen());
    const [, ada] = await stage.peopleOf(id);
    const door = await stage.world.database.pool.connect();
    await door.query('BEGIN');
    await door.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [ada!.id]);
    await door.query(
      `INSERT INTO check_ins (registration_id, checked_in_by, checked_in_at, admitted_on)
       VALUES ($1, 'staff@example.org', '2025-09-20T15:00:00Z', '2025-09-20')`,
      [ada!.id],
    );
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
    const giving = stage.ask('POST', `/api/admin/registrations/${ada!.id}`, { ...CY, seen });
    await eventuallyWaiting(stage.world.database.pool, 1);
    await door.query('COMMIT');
    door.release();
    const given = await giving;
    expect([given.status, given.body.code]).toEqual([409, 'already_checked_in']);
    expect((await stage.peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Ada', 'Bo']);
  });

  test('a corrected name keeps the code, a corrected address gets a new one, which is mailed there; so does another person, and the old holder is notified (R-ATTENDEE-6)', async () => {
    const id = await stage.buy(checkout({ email: 'jane@example.org' }));
    const [jane] = await stage.peopleOf(id);
    const seen = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', track: 'caregivers' };
    const codeOf = () => codeOfTicket(stage.world, jane!.id);
    const before = await codeOf();
    const renamed = await stage.ask('POST', `/api/admin/registrations/${jane!.id}`, {
      ...seen,
      lastName: 'Sampleton',
      seen,
    });
    expect([renamed.status, renamed.body.lastName, await codeOf()]).toEqual([200, 'Sampleton', before]);

    const now = { ...seen, lastName: 'Sampleton' };
    const moved = await stage.ask('POST', `/api/admin/registrations/${jane!.id}`, {
      ...now,
      email: 'janet@example.org',
      seen: now,
    });
    const renewed = await codeOf();
    expect([moved.status, moved.body.email, renewed === before]).toEqual([200, 'janet@example.org', false]);
    // Who reads mail at the old address might be a stranger: neither the code nor its page opens anything.
    // If it is Jane with her printed ticket, the desk can tell.
    expect((await stage.ask('POST', '/api/admin/validate-qr', { qrToken: before })).body).toMatchObject({
      reason: 'replaced',
      message: expect.stringMatching(/^A newer ticket was emailed to this guest on /),
      registration: { firstName: 'Jane' },
    });
    // The buyer never got what went to the mistyped address; the confirmation has the ticket, too.
    expect(await stage.mailsTo(id, 'janet@example.org')).toEqual(['order_confirmation']);

    const then = { ...now, email: 'janet@example.org' };
    const given = await stage.ask('POST', `/api/admin/registrations/${jane!.id}`, {
      ...then,
      firstName: 'Ben',
      lastName: 'Okafor',
      email: 'ben@example.org',
      seen: then,
    });
    expect(given.status).toBe(200);
    expect(await codeOf()).not.toBe(renewed);
    expect(await stage.mailsTo(id, 'ben@example.org')).toEqual(['ticket']);
    expect(await stage.mailsTo(id, 'janet@example.org')).toEqual(['order_confirmation', 'ticket_replaced']);
    const scanned = { qrToken: renewed };
    expect((await stage.ask('POST', '/api/admin/validate-qr', scanned)).body).toMatchObject({
      valid: false,
      reason: 'replaced',
      // Not Ben's name: somebody else holds his seat's old ticket.
      registration: null,
      message: expect.stringMatching(
        /^This ticket was replaced on .+\. Please send the guest to the help desk\.$/,
      ),
    });
    expect((await stage.ask('POST', '/api/admin/check-in', scanned)).body.code).toBe('ticket_replaced');
    expect(await stage.actionsOf(id)).toEqual([
      'attendee_corrected',
      'attendee_corrected',
      'order_email_corrected',
      'ticket_transferred',
    ]);
  });

  test("who is the organizer takes the order's name and address along when staff correct them, and nobody else does (R-ATTENDEE-7)", async () => {
    const id = await stage.buy(teamOfTen({ email: 'Jane@example.org' }));
    const orderNow = async () =>
      (await stage.world.database.db.select().from(orders).where(eq(orders.id, id)))[0]!;
    const emailNow = async () => (await orderNow()).organizerEmail;
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
      } = (await stage.peopleOf(id))[index] as unknown as Record<string, unknown>;
      return (await stage.ask('POST', `/api/admin/registrations/${personId}`, { ...seen, ...changes, seen }))
        .status;
    };
    expect(await change(1, { email: 'adah@example.org' })).toBe(200);
    expect(await stage.mailsTo(id, 'adah@example.org')).toEqual(['ticket']);
    expect(await change(1, { firstName: 'Adah' })).toBe(200);
    expect(await nameOf()).toBe('Jane Sample');
    expect(await change(0, { lastName: 'Sampleton' })).toBe(200);
    expect([await nameOf(), await emailNow()]).toEqual(['Jane Sampleton', 'Jane@example.org']);
    expect(await change(0, { email: 'janet@example.org' })).toBe(200);
    expect(await emailNow()).toBe('janet@example.org');
    // An erasure finds them there, too.
    const leader = { firstName: 'Jane', lastName: 'Sampleton', email: 'janet@example.org' };
    expect((await orderNow()).namedAttendees[0]).toMatchObject(leader);
    const resent = await stage.ask('POST', `/api/admin/orders/${id}/resend-email`);
    expect([resent.status, resent.body.sentTo]).toEqual([200, 'janet@example.org']);
    expect(await stage.actionsOf(id)).toEqual([
      'attendee_corrected',
      'attendee_corrected',
      'attendee_corrected',
      'attendee_corrected',
      'order_email_corrected',
      'confirmation_resent',
    ]);

    // The buyer already has another address than the organizer's ticket.
    await stage.world.database.db
      .update(orders)
      .set({ organizerEmail: 'office@example.org' })
      .where(eq(orders.id, id));
    expect(await change(0, { email: 'jane2@example.org' })).toBe(200);
    expect(await emailNow()).toBe('office@example.org');
    expect(await stage.mailsTo(id, 'jane2@example.org')).toEqual(['ticket']);
    const { db } = stage.world.database;
    const waiting = { kind: 'refund_notice', orderId: id, createdAt: new Date() } as const;
    for (const recipient of ['office@example.org', 'elsewhere@example.org']) {
      const unique = { id: randomUUID(), subjectKey: recipient, messageId: `${recipient}@test` };
      await db.insert(mails).values({ ...waiting, ...unique, recipient });
    }
    const correct = (email: string, seen: string) =>
      stage.ask('POST', `/api/admin/orders/${id}/buyer-email`, { email, seen });
    expect((await correct('x@example.org', 'jane2@example.org')).body.code).toBe('changed_meanwhile');
    expect((await correct(ERASED.email, 'office@example.org')).body.code).toBe('invalid');
    expect((await correct('desk@example.org', 'office@example.org')).status).toBe(200);
    expect(await emailNow()).toBe('desk@example.org');
    // A retry, because the response was lost.
    const retried = await correct('desk@example.org', 'office@example.org');
    expect([retried.status, retried.body]).toEqual([200, { success: true, email: 'desk@example.org' }]);
    // Mail that waited for the mail server, too.
    expect(await stage.mailsTo(id, 'desk@example.org')).toEqual(['order_confirmation', 'refund_notice']);
    expect(await stage.mailsTo(id, 'elsewhere@example.org')).toEqual(['refund_notice']);
    // Somebody else in the organizer's seat isn't the buyer.
    await stage.world.database.db
      .update(orders)
      .set({ organizerEmail: 'jane2@example.org' })
      .where(eq(orders.id, id));
    expect(await change(0, { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org' })).toBe(200);
    expect([await nameOf(), await emailNow()]).toEqual(['Jane Sampleton', 'jane2@example.org']);
  });

  test("who is the buyer gets the notices that the mistyped address' mail server had refused, but no old reminders (R-ATTENDEE-7)", async () => {
    const id = await stage.buy(teamOfTen({ email: 'typo@exmaple.org' }));
    const [, ada] = await stage.peopleOf(id);
    const { db } = stage.world.database;
    const refused = (occasion: string, unneeded: boolean) => ({
      ...{ id: randomUUID(), orderId: id, kind: 'team_change' as const, recipient: 'typo@exmaple.org' },
      ...{ subjectKey: `registration:${ada!.id}:${occasion}`, messageId: `${occasion}-${id}@test` },
      ...{ createdAt: new Date(), failedAt: new Date(), failure: '550 No such user', unneeded },
    });
    const notice = refused('notice', false);
    const old = { ...refused('old', true), createdAt: new Date(0) };
    const reminder = {
      ...refused('reminder', false),
      kind: 'team_reminder' as const,
      subjectKey: '2025-09-01',
    };
    await db.insert(mails).values([notice, old, reminder]);
    const correction = { email: 'buyer@example.org', seen: 'typo@exmaple.org' };
    expect((await stage.ask('POST', `/api/admin/orders/${id}/buyer-email`, correction)).status).toBe(200);
    const now = async ({ id: mailId }: { id: string }) => {
      const [mail] = await db.select().from(mails).where(eq(mails.id, mailId));
      return { to: mail!.recipient, isSent: mail!.sentAt !== null, failure: mail!.failure };
    };
    await expect
      .poll(() => now(notice), { timeout: 5_000 })
      .toEqual({ to: 'buyer@example.org', isSent: true, failure: null });
    for (const one of [old, reminder])
      expect(await now(one)).toMatchObject({ isSent: false, failure: '550 No such user' });
  });

  test.each(['pending', 'review'])(
    'who is the organizer gets the ticket at an address that staff corrected while the order was %s (R-ATTENDEE-7)',
    async (status) => {
      const visitor = stage.world.visitor();
      const ada = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'caregivers' };
      const body = teamOfTen({ email: 'jane@exmaple.org', teamMembers: [ada] });
      const started = await (await visitor.post('/api/create-checkout-session', body)).json();
      const orderNow = async () =>
        (await (await visitor.get(`/api/registrations/${started.transactionId}`)).json()).order;
      const { id } = await orderNow();
      const payInto = async (expected: string) => {
        await stage.world.pay(started.url);
        await expect.poll(async () => (await orderNow()).paymentStatus).toBe(expected);
      };
      if (status === 'review') {
        await stage.world.database.db.update(orders).set({ totalAmount: 199_00 }).where(eq(orders.id, id));
        await payInto('review');
      }
      const correction = { email: 'jane@example.org', seen: 'jane@exmaple.org' };
      expect((await stage.ask('POST', `/api/admin/orders/${id}/buyer-email`, correction)).status).toBe(200);
      if (status === 'review') {
        const [found] = (await stage.ask('GET', '/api/admin/payment-cases')).body;
        const accepted = { decision: 'accept' };
        expect(
          (await stage.ask('POST', `/api/admin/payment-cases/${found.id}/resolve`, accepted)).status,
        ).toBe(200);
      } else await payInto('completed');

      expect((await stage.peopleOf(id)).map(({ firstName, email }) => [firstName, email])).toEqual([
        ['Jane', 'jane@example.org'],
        ['Ada', 'ada@example.org'],
      ]);
      expect(await stage.mailsTo(id, 'jane@exmaple.org')).toEqual([]);
      expect(await stage.mailsTo(id, 'jane@example.org')).toEqual(['order_confirmation']);
    },
  );

  test('who was erased can only be followed by somebody with an address, who gets a ticket (R-ATTENDEE-6)', async () => {
    const id = await stage.buy(teamOfTen());
    const [, ada] = await stage.peopleOf(id);
    await stage.world.database.db.transaction((tx) => eraseRegistrations(tx, [ada!.id]));
    const seen = { ...ERASED, track: 'professionals' };
    const give = (email: string) =>
      stage.ask('POST', `/api/admin/registrations/${ada!.id}`, { ...seen, email, seen });
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
    expect((await give(CY.email)).status).toBe(200);
    expect(await stage.world.database.db.$count(qrCodes, currentCode(ada!.id))).toBe(1);
    expect(await stage.mailsTo(id, CY.email)).toEqual(['ticket']);
    expect(await stage.mailsTo(id, ERASED.email)).toEqual([]);
  });

  test('whose ticket is being refunded can no longer be changed', async () => {
    const id = await stage.buy(teamOfTen());
    const [, ada] = await stage.peopleOf(id);
    stage.world.sandbox.stripe.faults.set({
      failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 },
    });
    const wish = { refundId: crypto.randomUUID(), amount: 20, registrationIds: [ada!.id] };
    expect((await stage.ask('POST', `/api/admin/orders/${id}/refund`, wish)).status).toBe(200);
    stage.world.sandbox.stripe.faults.clear();
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
    const given = await stage.ask('POST', `/api/admin/registrations/${ada!.id}`, { ...CY, seen });
    expect([given.status, given.body.code, given.body.message]).toEqual([
      409,
      'ticket_ended',
      'This ticket is being refunded, so it can no longer be changed.',
    ]);
    const freed = await stage.ask('POST', `/api/admin/registrations/${ada!.id}/free-seat`, { seen });
    expect([freed.status, freed.body.message]).toEqual([given.status, given.body.message]);
    expect((await stage.peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Ada', 'Bo']);
    expect(await stage.mailsTo(id, CY.email)).toEqual([]);
  });

  test('whom someone else has changed in the meantime is not overwritten', async () => {
    const id = await stage.buy(checkout({ email: 'jane@example.org' }));
    const [jane] = await stage.peopleOf(id);
    const seen = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', track: 'caregivers' };
    const both = await Promise.all(
      ['A', 'B'].map((lastName) =>
        stage.ask('POST', `/api/admin/registrations/${jane!.id}`, { ...seen, lastName, seen }),
      ),
    );
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409]);
    expect(both.find((one) => one.status === 409)!.body.code).toBe('changed_meanwhile');
    const winner = both.find((one) => one.status === 200)!.body.lastName;
    const [row] = await stage.world.database.db
      .select()
      .from(registrations)
      .where(eq(registrations.id, jane!.id));
    expect(row!.lastName).toBe(winner);
  });

  test('whose change was stored but whose response was lost is not changed twice by a retry', async () => {
    const id = await stage.buy(teamOfTen());
    const [, ada] = await stage.peopleOf(id);
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
    const give = () => stage.ask('POST', `/api/admin/registrations/${ada!.id}`, { ...CY, seen });
    const first = await give();
    expect(first.status).toBe(200);
    expect(await give()).toEqual(first);
    expect(await stage.mailsTo(id, CY.email)).toEqual(['ticket']);
    expect(await stage.actionsOf(id)).toEqual(['ticket_transferred']);
  });

  test('cannot be replaced by somebody who is in the order already (R-ATTENDEE-5)', async () => {
    const id = await stage.buy(teamOfTen());
    const [, ada, bo] = await stage.peopleOf(id);
    const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
    const again = { ...seen, firstName: bo!.firstName, email: bo!.email.toUpperCase() };
    const given = await stage.ask('POST', `/api/admin/registrations/${ada!.id}`, { ...again, seen });
    expect([given.status, given.body.message]).toEqual([
      409,
      'This order already has a person with this name and email.',
    ]);
    expect((await stage.peopleOf(id)).map((one) => one.firstName)).toEqual(['Jane', 'Ada', 'Bo']);
  });
});
