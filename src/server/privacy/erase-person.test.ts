import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { sql } from '../db/drizzle.ts';
import * as tables from '../db/tables.ts';
import { ErasureRefused, erasePerson } from './erase-person.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
afterAll(() => world.stop());

const NOW = new Date('2025-07-15T16:00:00Z');
const mina = {
  firstName: 'Wilhelmina',
  lastName: 'Quackenbush',
  email: 'Wilhelmina@quack.example.org',
  phone: '303 555 0177',
  organization: 'Rubber Works',
  jobTitle: 'Head of Ducks',
  dietaryRestrictions: 'No duck, please',
};
const otto = {
  firstName: 'Otto',
  lastName: 'Bystander',
  email: 'otto@example.org',
  phone: '303 555 0188',
  organization: 'Glass Works',
};
const member = (one: { firstName: string; lastName: string; email: string }) => ({
  firstName: one.firstName,
  lastName: one.lastName,
  email: one.email,
  track: 'caregivers',
});
const TRACES = [
  'quackenbush',
  'wilhelmina',
  '555 0177',
  'rubber works',
  'head of ducks',
  'no duck',
  'canal street',
];

async function buy(body: unknown): Promise<{ id: number; transactionId: string }> {
  const visitor = world.visitor();
  const { url, transactionId } = await (await visitor.post('/api/create-checkout-session', body)).json();
  await world.pay(url);
  const { order } = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  expect(order.paymentStatus).toBe('completed');
  return { id: order.id, transactionId };
}

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

const erase = (evenWithTicket = true, email = mina.email) =>
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
    seats: await read('SELECT event_date, current_registrations FROM event_capacity ORDER BY event_date'),
    tickets_counted: await read('SELECT order_id, count(*) FROM registrations GROUP BY order_id ORDER BY 1'),
    stats: await (await staff.get('/api/admin/stats')).json(),
  };
}

/** A buyer, a guest in another's order, a subscriber and a staff member: she is in every table. */
async function spread(): Promise<{ own: number; others: number; token: string }> {
  const own = await buy(
    teamOfTen({
      ...mina,
      teamMembers: [member(mina), member({ firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' })],
    }),
  );
  const others = await buy(
    teamOfTen({
      ...otto,
      teamMembers: [member(otto), member({ ...mina, email: mina.email.toUpperCase() })],
    }),
  );
  for (const { firstName, lastName, email, organization } of [mina, otto]) {
    const body = { firstName, lastName, email, organization, source: 'hero' };
    expect((await world.visitor().post('/api/newsletter/signup', body)).status).toBe(200);
  }
  const { db } = world.database;
  const [ticket] = await db
    .select()
    .from(tables.registrations)
    .where(sql`order_id = ${others.id} AND lower(email) = ${mina.email.toLowerCase()}`);
  await db.insert(tables.checkIns).values({
    registrationId: ticket!.id,
    checkedInBy: mina.email,
    checkedInAt: NOW,
    admittedOn: '2025-07-15',
    notes: 'Wilhelmina came late',
    undoneAt: NOW,
    undoneBy: mina.email.toLowerCase(),
  });
  await db.insert(tables.scans).values([
    {
      id: '00000000-0000-4000-8000-000000000002',
      kind: 'admit',
      role: 'staff',
      madeBy: mina.email,
      orderId: others.id,
      registrationId: ticket!.id,
      day: '2025-07-15',
      decidedAt: NOW,
      receivedAt: NOW,
      method: 'qr_scan',
      notes: 'Wilhelmina came late',
    },
    {
      id: '00000000-0000-4000-8000-000000000003',
      kind: 'name',
      role: 'staff',
      madeBy: 'staff@example.org',
      orderId: others.id,
      seat: '00000000-0000-4000-8000-000000000003',
      day: '2025-07-15',
      decidedAt: NOW,
      receivedAt: NOW,
      firstName: mina.firstName,
      lastName: mina.lastName,
    },
  ]);
  await db
    .update(tables.registrations)
    .set({ seat: '00000000-0000-4000-8000-000000000003' })
    .where(sql`id = ${ticket!.id}`);
  await db.insert(tables.refunds).values({
    id: '00000000-0000-4000-8000-000000000001',
    orderId: own.id,
    provider: 'stripe',
    moneyRef: 'pi_sample',
    amount: 100,
    currency: 'usd',
    reason: 'buyer',
    state: 'failed',
    requestedBy: mina.email,
    createdAt: NOW,
    note: 'Mrs Quackenbush called',
  });
  await db.insert(tables.cancellations).values({
    id: '00000000-0000-4000-8000-000000000004',
    orderId: own.id,
    registrationIds: [ticket!.id],
    seats: 1,
    requestedBy: mina.email,
    createdAt: NOW,
    note: 'Wilhelmina is ill',
  });
  await db.insert(tables.paymentCases).values([
    {
      kind: 'refund_failed',
      subject: 'a',
      orderId: own.id,
      openedAt: NOW,
      resolvedAt: NOW,
      resolvedBy: mina.email,
      resolution: 'Wilhelmina agreed',
    },
    {
      kind: 'payment_without_order',
      subject: 'b',
      details: { payer: mina.email.toLowerCase() },
      openedAt: NOW,
      resolvedAt: NOW,
      resolution: 'Called 303 555 0177',
    },
  ]);
  await db.insert(tables.registrationAudit).values([
    { action: 'signed_in', actor: mina.email, ipAddress: '203.0.113.7', userAgent: 'Hers', timestamp: NOW },
    {
      action: 'noted',
      actor: 'admin@example.org',
      details: { of: 'WILHELMINA QUACKENBUSH' },
      timestamp: NOW,
    },
  ]);
  await db.insert(tables.users).values({
    email: mina.email,
    firstName: mina.firstName,
    lastName: mina.lastName,
    issuer: 'https://login.example.org',
    subject: 'mina',
    createdAt: NOW,
    updatedAt: NOW,
  });
  await db.insert(tables.adminUsers).values({ username: mina.email, password: 'none' });
  await db.insert(tables.emailTemplateVersions).values({
    templateId: 1,
    subject: 's',
    htmlContent: 'h',
    textContent: 't',
    savedBy: mina.email,
    savedAt: NOW,
  });
  await db
    .update(tables.orders)
    .set({ billingAddressLine1: '7 Canal Street', billingCity: 'Denver', stripeCustomerId: 'cus_sample' })
    .where(sql`id = ${own.id}`);
  await db.execute(sql`
    INSERT INTO sessions VALUES ('of-mina', ${JSON.stringify({ user: { id: 'x', email: mina.email, signedInAt: NOW } })}, now() + interval '1 day')`);
  const jobsLeft = () =>
    db.execute(sql`SELECT FROM jobs.job WHERE name = 'send-mail' AND state <> 'completed'`);
  await eventually(async () => expect((await jobsLeft()).rows).toEqual([]));
  await db
    .update(tables.mails)
    .set({ failure: `550 <${mina.email}> unknown` })
    .where(sql`order_id = ${own.id} AND lower(recipient) = ${mina.email.toLowerCase()}`);
  await db.execute(sql`
    UPDATE jobs.job SET output = ${JSON.stringify({ message: `550 <${mina.email}> unknown` })}
    WHERE id IN (SELECT id FROM jobs.job WHERE name = 'send-mail' LIMIT 1)`);
  const [code] = await db.select().from(tables.qrCodes).where(sql`registration_id = ${ticket!.id}`);
  const serial = '00000000-0000-4000-8000-000000000004';
  await db.insert(tables.walletPasses).values({
    serial,
    codeId: code!.id,
    orderId: others.id,
    token: 'sample',
    content: 'sample',
    madeAt: NOW,
    updatedAt: NOW,
  });
  const phone = { deviceId: 'phone-of-wilhelmina', serial, pushToken: 'sample', registeredAt: NOW };
  await db.insert(tables.walletDevices).values(phone);
  await db
    .insert(tables.badges)
    .values({ file: serial, registrationId: ticket!.id, says: mina.email, madeAt: NOW });
  return { own: own.id, others: others.id, token: code!.qrCodeData };
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
    placed = await spread();
  });

  test('is refused while they have a ticket for a future event', async () => {
    expect(await tablesThatSay(TRACES)).toEqual(SHE_IS_IN);
    await expect(erase(false)).rejects.toMatchObject({ name: 'ErasureRefused', reason: 'ticket' });
    expect(await tablesThatSay(TRACES)).toEqual(SHE_IS_IN);
  });

  test('is refused while their payments are open, whatever the flags', async () => {
    const body = checkout({ ...mina, email: 'mina2@example.org' });
    await world.visitor().post('/api/create-checkout-session', body);
    await expect(erase(true, 'mina2@example.org')).rejects.toMatchObject({ reason: 'open_money' });
    await expect(erase(true, 'MINA2@example.org')).rejects.toThrow(ErasureRefused);
    await world.database.db
      .update(tables.orders)
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

  test('is in no table afterwards; others, amounts, seats and counts are unchanged', async () => {
    const before = await othersAndMoney();
    const named = before.order[0].named_attendees;
    expect([before.tickets.length, before.newsletter.length, named.length]).toEqual([2, 1, 2]);
    const report = await erase();
    expect(report).toEqual({
      orders: 1,
      registrations: 2,
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
      .from(tables.mails)
      .where(sql`sent_at IS NULL`);
    expect(rest!.count).toBe(0);
    const sent = await staff.post(`/api/admin/orders/${placed.own}/resend-email`, {});
    // Without an address, no mail counts as sent.
    expect([sent.status, (await sent.json()).code]).toEqual([409, 'organizer_erased']);
    expect(
      await world.database.db.$count(tables.mails, sql`recipient LIKE 'erased%' AND sent_at IS NULL`),
    ).toBe(0);
  });

  test('leaves one row that records the erasure, but not the person', async () => {
    const rows = await world.database.db
      .select()
      .from(tables.registrationAudit)
      .where(sql`action = 'person_erased' AND details ->> 'registrations' = '2'`);
    expect(rows.map((one) => one.details)).toEqual([
      { orders: 1, registrations: 2, newsletter: 1, accounts: 2, mails: 2, sessions: 2, audit: 4 },
    ]);
  });

  test('who is unknown erases nothing', async () => {
    expect(await erase(false, 'nobody@example.org')).toEqual({
      orders: 0,
      registrations: 0,
      newsletter: 0,
      accounts: 0,
      mails: 0,
      sessions: 0,
      audit: 0,
      left: [],
    });
  });
});
