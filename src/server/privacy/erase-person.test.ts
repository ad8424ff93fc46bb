import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { buy, storePaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { mina, spreadPerson } from '#test/spread-person.ts';
import { startCheckout } from '#test/start-checkout.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq, sql } from '../db/drizzle.ts';
import { cancellations, mails, orders, refunds, registrationAudit, registrations } from '../db/tables.ts';
import { OperatorRefusal } from '../errors.ts';
import { closeOrder } from '../payments/close-order.ts';
import { settle } from '../payments/settle.ts';
import { erasePerson } from './erase-person.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ ticketMails: true });
  staff = await world.staff();
});
afterAll(() => world.stop());

const TRACES = [
  'quackenbush',
  'wilhelmina',
  '555 0177',
  'rubber works',
  'head of ducks',
  'no duck',
  'canal street',
];

/** Tables with one of the words in any column. */
async function tablesThatSay(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await world.database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(25);
  const saying: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query(
      `SELECT FROM ONLY ${name} AS whole WHERE whole::text ILIKE ANY ($1)`,
      [words.map((word) => `%${word}%`)],
    );
    if (rows.length > 0) saying.push(name);
  }
  return saying;
}

const erase = (evenWithTicket = true, email: string = mina.email) =>
  erasePerson(world.context(), email, { evenWithTicket });

/** Everything stored about the other person, and all money. */
async function othersAndMoney() {
  const read = async (query: string) => (await world.database.pool.query(query)).rows;
  return {
    order: await read(`SELECT * FROM orders WHERE organizer_email = 'otto@example.org'`),
    tickets: await read(
      `SELECT r.*, q.qr_code_data FROM registrations r JOIN qr_codes q ON q.registration_id = r.id
       WHERE r.email IN ('otto@example.org', 'bo@example.org', 'ada@example.org') ORDER BY r.id`,
    ),
    newsletter: await read(`SELECT * FROM newsletter_signups WHERE email = 'otto@example.org'`),
    mails: await read(
      `SELECT * FROM mails WHERE recipient IN ('otto@example.org', 'ada@example.org') ORDER BY id`,
    ),
    sessions: await read(`SELECT * FROM sessions WHERE sess #>> '{user,email}' = 'admin@example.org'`),
    ledger: await read('SELECT * FROM payment_ledger ORDER BY id'),
    amounts: await read(
      'SELECT id, total_amount, payment_status, team_member_count, seats_held, transaction_id FROM orders ORDER BY id',
    ),
    decisions: await read('SELECT id, decision FROM payment_cases ORDER BY id'),
    seats: await read('SELECT event_date, current_registrations FROM event_capacity ORDER BY event_date'),
    tickets_counted: await read('SELECT order_id, count(*) FROM registrations GROUP BY order_id ORDER BY 1'),
    stats: await (await staff.get('/api/admin/stats')).json(),
  };
}

const SHE_IS_IN = [
  'jobs.job_common',
  'public.admin_users',
  'public.badges',
  'public.cancellations',
  'public.check_ins',
  'public.email_template_versions',
  'public.mails',
  'public.newsletter_signups',
  'public.orders',
  'public.payment_cases',
  'public.rate_limits',
  'public.refunds',
  'public.registration_audit',
  'public.registrations',
  'public.scans',
  'public.sessions',
  'public.users',
  'public.wallet_devices',
];

describe('a person who asks to be erased', () => {
  let placed: { own: number; others: number; token: string };
  beforeAll(async () => {
    placed = await spreadPerson(world);
  });

  test('is refused while they have a ticket for a future event', async () => {
    expect(await tablesThatSay(TRACES)).toEqual(SHE_IS_IN);
    await expect(erase(false)).rejects.toThrow('a ticket for a future event');
    expect(await tablesThatSay(TRACES)).toEqual(SHE_IS_IN);
  });

  test('is refused while their payments are open, whatever the flags', async () => {
    const body = checkout({ ...mina, email: 'mina2@example.org' });
    await world.visitor().post('/api/create-checkout-session', body);
    await expect(erase(true, 'mina2@example.org')).rejects.toThrow('is still unsettled');
    await expect(erase(true, 'MINA2@example.org')).rejects.toThrow(OperatorRefusal);
    await world.database.db
      .update(orders)
      .set({ paymentStatus: 'cancelled', seatsHeld: false })
      .where(sql`organizer_email = 'mina2@example.org'`);
  });

  test("with the same name as another loses nothing of the other's, and the report says where the name still is", async () => {
    const { left, ...counts } = await erase(false, 'mina2@example.org');
    expect(counts).toMatchObject({ orders: 1, registrations: 0, audit: 1 });
    expect(left).toContainEqual({ table: 'registration_audit', column: 'details', rows: 1 });
    expect(await tablesThatSay(TRACES)).toEqual(SHE_IS_IN);
    expect(await tablesThatSay(['mina2'])).toEqual([]);
  });

  test('is in no table afterward; others, amounts, seats and counts are unchanged', async () => {
    const before = await othersAndMoney();
    const named = before.order[0].named_attendees;
    expect([before.tickets.length, before.newsletter.length, named.length]).toEqual([2, 1, 2]);
    const report = await erase();
    expect(report).toEqual({
      orders: 1,
      registrations: 2,
      namedIn: 2,
      newsletter: 1,
      accounts: 2,
      mails: 2,
      sessions: 2,
      audit: 4,
      left: [],
    });
    expect(await tablesThatSay(TRACES)).toEqual([]);

    const erased = { firstName: 'Erased', lastName: 'person', email: 'erased@example.invalid' };
    const after = await othersAndMoney();
    expect(after.order[0].named_attendees).toEqual([
      named[0],
      { ...named[1], ...erased, dietaryRestrictions: null },
    ]);
    after.order[0].named_attendees = named;
    expect(after).toEqual(before);
  });

  test('has a ticket that no longer opens the door', async () => {
    const answer = await (await staff.post('/api/admin/validate-qr', { qrToken: placed.token })).json();
    expect(answer).toMatchObject({ valid: false, reason: 'unknown' });
  });

  test('leaves orders that staff can still work with, and gets no mail about them', async () => {
    const { order } = await (await staff.get(`/api/admin/orders/${placed.own}`)).json();
    expect([order.organizerFirstName, order.organizerEmail, order.organizerPhone]).toEqual([
      'Erased',
      'erased@example.invalid',
      null,
    ]);
    const people = await (await staff.get(`/api/admin/orders/${placed.others}/attendees`)).json();
    expect(people.map((one: { firstName: string }) => one.firstName)).toEqual(['Otto', 'Erased']);
    const [rest] = await world.database.db
      .select({ count: sql<number>`count(*)::int` })
      .from(mails)
      .where(sql`sent_at IS NULL`);
    expect(rest!.count).toBe(0);
    const sent = await staff.post(`/api/admin/orders/${placed.own}/resend-email`, {});
    // Without an address, no mail counts as sent.
    expect([sent.status, (await sent.json()).code]).toEqual([409, 'organizer_erased']);
    expect(await world.database.db.$count(mails, sql`recipient LIKE 'erased%' AND sent_at IS NULL`)).toBe(0);
  });

  test('leaves one row that records the erasure, but not the person', async () => {
    const rows = await auditRows(world, { action: 'person_erased' });
    const counts = rows.map((one) => one.details as { registrations: number });
    expect(counts.filter((one) => one.registrations === 2)).toEqual([
      {
        orders: 1,
        registrations: 2,
        namedIn: 2,
        newsletter: 1,
        accounts: 2,
        mails: 2,
        sessions: 2,
        audit: 4,
      },
    ]);
  });

  test('who is unknown erases nothing', async () => {
    expect(await erase(false, 'nobody@example.org')).toEqual({
      orders: 0,
      registrations: 0,
      namedIn: 0,
      newsletter: 0,
      accounts: 0,
      mails: 0,
      sessions: 0,
      audit: 0,
      left: [],
    });
  });
});

test('who was only named in an order that was never paid is counted in the report', async () => {
  const named = { firstName: 'Nell', lastName: 'Only', email: 'nell@example.org', track: null };
  const { orderId } = await startCheckout(world, teamOfTen({ teamMembers: [named] }));
  await world.database.db
    .update(orders)
    .set({ paymentStatus: 'expired', seatsHeld: false })
    .where(sql`id = ${orderId}`);
  expect(await erase(false, named.email)).toMatchObject({ orders: 0, namedIn: 1, left: [] });
});

test('a name or address inside other words is somebody else’s', async () => {
  const own = { firstName: 'Ann', lastName: 'Lee', email: 'lee@example.org', phone: '303 555 0166' };
  await buy(world, checkout(own));
  const other = await buy(
    world,
    checkout({ firstName: 'Joann', lastName: 'Leeds', email: 'xlee@example.org' }),
  );
  const texts = [
    'Joann Leeds called',
    'xlee@example.org bounced',
    'Ann Lee called',
    'Write to lee@example.org.',
  ];
  const { db } = world.database;
  const at = new Date('2025-07-15T16:00:00Z');
  await db.insert(cancellations).values(
    texts.map((note, index) => ({
      id: `00000000-0000-4000-8000-00000000010${index}`,
      ...{ orderId: other.order.id, registrationIds: [], seats: 1, requestedBy: 'admin@example.org' },
      ...{ createdAt: new Date(at.getTime() + index), note },
    })),
  );
  await db
    .insert(registrationAudit)
    .values(
      texts.map((of) => ({ action: 'told', actor: 'admin@example.org', details: { of }, timestamp: at })),
    );

  expect((await erase(true, own.email)).left).toEqual([]);
  const stay = texts.slice(0, 2);
  const notes = await db
    .select()
    .from(cancellations)
    .where(sql`order_id = ${other.order.id}`)
    .orderBy(sql`id`);
  expect(notes.map(({ note }) => note)).toEqual([...stay, null, null]);
  const told = await auditRows(world, { action: 'told' });
  expect(told.map(({ details }) => details)).toEqual([
    ...stay.map((of) => ({ of })),
    { erased: true },
    { erased: true },
  ]);
});

describe('an order whose buyer was erased', () => {
  test('gets no ticket for nobody', async () => {
    const { buyer, transactionId, orderId, people } = await storePaid(
      world,
      teamOfTen({ email: 'gone@example.org' }),
    );
    const [{ firstName, lastName, email, track, id: registrationId }] = people as [(typeof people)[0]];
    const seen = { firstName, lastName, email, track };
    expect(
      (await buyer.post(`/api/order/${transactionId}/team/people/${registrationId}/free`, { seen })).status,
    ).toBe(200);
    await erase(true, 'gone@example.org');
    const ensured = await staff.post(`/api/admin/orders/${orderId}/ensure-organizer`, {});
    expect([ensured.status, (await ensured.json()).code]).toEqual([409, 'organizer_erased']);
  });

  test('refunds late money, and keeps nothing of what the payment says about a person', async () => {
    const { db } = world.database;
    const { attempt } = await startCheckout(world, checkout({ email: 'late@example.org' }));
    const { id: attemptId, orderId, provider, ref, amount, currency } = attempt;
    await closeOrder(world.context(), orderId, 'cancelled');
    await erase(true, 'late@example.org');
    const billing = {
      line1: '1 Canal Street',
      line2: null,
      city: 'Denver',
      state: 'CO',
      postalCode: '80210',
    };
    const settling = settle(world.context(), {
      ...{ provider, ref: ref!, attemptId, orderId, moneyRef: 'pi_late', state: 'paid', livemode: false },
      ...{ captured: { minor: amount, currency }, page: null, failure: null },
      ...{ customerRef: 'cus_late', billing: { ...billing, country: 'US' } },
    });
    expect(await settling).toBe('complete_late');
    expect(await db.$count(registrations, eq(registrations.orderId, orderId))).toBe(0);
    expect(await db.select().from(refunds).where(eq(refunds.orderId, orderId))).toMatchObject([
      { reason: 'late_payment', amount },
    ]);
    expect(await tablesThatSay(['canal street', 'cus_late'])).toEqual([]);
  });
});
