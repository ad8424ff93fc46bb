import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import {
  emailTemplateVersions,
  endedCodes,
  type MailRow,
  mails,
  orders,
  refunds,
  users,
  walletDevices,
  walletPasses,
} from '../db/tables.ts';
import type { Settings } from '../settings.ts';
import { applyRetention } from './apply-retention.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const NOTHING = {
  orders: 0,
  registrations: 0,
  scans: 0,
  passes: 0,
  mails: 0,
  audit: 0,
  staffNames: 0,
  accounts: 0,
};
const rowsOf = async (query: string) => (await world.database.pool.query(query)).rows;

async function applyAt(instant: string, googleWallet: Settings['googleWallet'] = null) {
  const { settings, ...ctx } = world.context();
  return applyRetention({ ...ctx, settings: { ...settings, googleWallet }, now: new Date(instant) });
}

const people = () =>
  rowsOf(`SELECT organizer_email AS email FROM orders UNION ALL SELECT email FROM registrations
          UNION ALL SELECT one ->> 'email' FROM orders, jsonb_array_elements(named_attendees) AS one ORDER BY 1`);
const counts = () =>
  rowsOf(`SELECT (SELECT sum(amount) FROM payment_ledger) AS cents, (SELECT sum(total_amount) FROM orders) AS dollars,
          (SELECT count(*) FROM registrations) AS tickets, (SELECT count(*) FROM mails) AS mails,
          (SELECT count(*) FROM registration_audit) AS audit,
          (SELECT sum(current_registrations) FROM event_capacity) AS seats`);

test('each kind of data is erased when its period ends, not before, and amounts and counts stay', async () => {
  // All of it on July 15, 2025; the event closes on September 21, 2025 at midnight in Denver.
  await buy(world, teamOfTen({ organization: 'Sample School' }));
  await startCheckout(world, checkout({ email: 'left@example.org' }));
  const staff = await world.staff();
  await staff.get('/api/admin/stats');
  const { db } = world.database;
  await db.insert(emailTemplateVersions).values({
    templateId: 1,
    subject: 's',
    htmlContent: 'h',
    textContent: 't',
    savedBy: 'admin@example.org',
    savedAt: new Date('2025-07-15T16:00:00Z'),
  });
  await rowsOf(
    `INSERT INTO admin_users (username, password, set_at) VALUES ('admin@example.org', 'hash', '2025-01-01'),
      ('unused@example.org', 'hash', '2025-07-15T16:00:00Z'), ('new@example.org', 'hash', '2036-01-01')`,
  );
  // The first was erased as a person already; the second undid it.
  await rowsOf(
    `INSERT INTO check_ins (registration_id, checked_in_at, checked_in_by, undone_at, undone_by, admitted_on)
     SELECT min(id), '2025-07-15T16:00:00Z', 'erased', '2025-07-15T16:00:00Z', 'admin@example.org', '2025-09-20'
     FROM registrations`,
  );
  await world.database.pool.query(
    `UPDATE orders SET payment_status = 'expired', seats_held = false WHERE organizer_email = 'left@example.org'`,
  );
  const before = await counts();
  await world.database.pool.query(`UPDATE orders SET created_at = '2025-07-15T16:00:00Z';
    UPDATE mails SET created_at = '2025-07-15T16:00:00Z';
    UPDATE users SET updated_at = '2025-07-15T16:00:00Z'`);
  const audited = Number(before[0].audit);
  await world.database.pool.query(
    `INSERT INTO cancellations (id, order_id, registration_ids, seats, requested_by, note, created_at)
     SELECT gen_random_uuid(), min(id), '{}', 1, 'buyer', 'For Ana', '2025-07-15T16:00:00Z' FROM orders`,
  );

  expect(await applyAt('2025-08-14T16:00:00Z')).toEqual(NOTHING);
  expect(await applyAt('2025-08-14T16:00:00.001Z')).toEqual({ ...NOTHING, orders: 1 });
  expect((await people()).map((one) => one.email)).not.toContain('left@example.org');
  expect((await people()).filter((one) => one.email === 'jane@example.org')).toHaveLength(3);

  expect(await applyAt('2025-10-13T16:00:00Z')).toEqual(NOTHING);
  // The confirmation, and a ticket to each of two guests.
  expect(await applyAt('2025-10-13T16:00:00.001Z')).toEqual({ ...NOTHING, mails: 3 });
  expect(await rowsOf('SELECT DISTINCT recipient FROM mails')).toEqual([
    { recipient: 'erased@example.invalid' },
  ]);

  // The audit rows are slightly later than 16:00.
  expect(await applyAt('2027-07-15T16:00:00Z')).toEqual(NOTHING);
  expect(await applyAt('2027-07-16T16:00:00Z')).toEqual({
    ...NOTHING,
    audit: audited,
    // Two of staff, and a note with a buyer's request.
    staffNames: 3,
    // The account, its password, and that of somebody who never signed in.
    accounts: 3,
  });
  // The webhook and the buyer's return race to complete the order.
  expect(
    await rowsOf(
      `SELECT DISTINCT replace(actor, 'webhook', 'visitor') AS actor, ip_address, user_agent FROM registration_audit ORDER BY 1`,
    ),
  ).toEqual([
    { actor: 'erased', ip_address: null, user_agent: null },
    { actor: 'visitor', ip_address: null, user_agent: null },
  ]);
  expect([
    await db.$count(users),
    await rowsOf('SELECT username FROM admin_users'),
    await rowsOf('SELECT DISTINCT saved_by FROM email_template_versions'),
    await rowsOf('SELECT undone_by FROM check_ins'),
    await rowsOf('SELECT requested_by, note FROM cancellations'),
  ]).toEqual([
    0,
    [{ username: 'new@example.org' }],
    [{ saved_by: 'erased' }],
    [{ undone_by: 'erased' }],
    [{ requested_by: 'buyer', note: null }],
  ]);

  // As of somebody named at the door, in the order of an erased buyer.
  await rowsOf(
    "UPDATE registrations SET email = 'erased@example.invalid' WHERE id = (SELECT max(id) FROM registrations)",
  );
  expect(await applyAt('2027-09-21T05:59:59.999Z')).toEqual(NOTHING);
  expect(await applyAt('2027-09-21T06:00:00Z')).toEqual({ ...NOTHING, orders: 1, registrations: 3 });
  expect([...new Set((await people()).map((one) => one.email))]).toEqual(['erased@example.invalid']);
  expect(
    await rowsOf('SELECT DISTINCT organizer_phone, organization, job_title, stripe_customer_id FROM orders'),
  ).toEqual([{ organizer_phone: null, organization: null, job_title: null, stripe_customer_id: null }]);
  expect(await applyAt('2037-09-21T06:00:00Z')).toEqual(NOTHING);
  expect(await counts()).toEqual(before);
});

test('orders under review wait for staff; an earlier event’s order is erased after 36 months', async () => {
  const visitor = world.visitor();
  await visitor.post('/api/create-checkout-session', checkout({ email: 'late@example.org' }));
  await world.database.pool.query(
    `UPDATE orders SET payment_status = 'review', created_at = '2022-01-31T12:00:00Z' WHERE organizer_email = 'late@example.org'`,
  );
  expect(await applyAt('2025-07-31T12:00:00Z')).toEqual(NOTHING);
  await world.database.pool.query(
    `UPDATE orders SET payment_status = 'completed' WHERE organizer_email = 'late@example.org'`,
  );
  expect(await applyAt('2025-01-31T12:00:00Z')).toEqual(NOTHING);
  expect(await applyAt('2025-01-31T12:00:00.001Z')).toEqual({ ...NOTHING, orders: 1 });
});

test('an email that was not delivered keeps its recipient until the event has closed', async () => {
  const [order] = await rowsOf('SELECT min(id) AS id FROM orders');
  const at = new Date('2025-06-01T12:00:00Z');
  const mail = (recipient: string, state: Partial<MailRow>) => ({
    id: randomUUID(),
    kind: 'ticket' as const,
    orderId: order.id,
    subjectKey: recipient,
    messageId: recipient,
    recipient,
    createdAt: at,
    ...state,
  });
  await world.database.db
    .insert(mails)
    .values([
      mail('sent', { sentAt: at }),
      mail('unneeded', { failedAt: at, unneeded: true }),
      mail('refused', { failedAt: at }),
      mail('waiting', {}),
    ]);
  const kept = () => rowsOf('SELECT recipient FROM mails WHERE recipient = message_id ORDER BY 1');
  expect((await applyAt('2025-09-21T05:59:59.999Z')).mails).toBe(2);
  expect(await kept()).toEqual([{ recipient: 'refused' }, { recipient: 'waiting' }]);
  expect((await applyAt('2025-09-21T06:00:00Z')).mails).toBe(2);
  expect(await kept()).toEqual([]);
});

test('all rows are erased in one run, however many', async () => {
  await world.database.pool.query(
    `INSERT INTO registration_audit (action, actor, timestamp)
     SELECT 'signed_in', 'staff@example.org', '2020-01-01' FROM generate_series(1, 1200)`,
  );
  expect(await applyAt('2025-07-16T00:00:00Z')).toEqual({ ...NOTHING, audit: 1200 });
});

test('passes, their phones and hashes of deleted codes are erased thirty days after the event', async () => {
  const pass = (codeId: number, madeAt: string) => ({
    serial: `00000000-0000-4000-8000-00000000000${codeId}`,
    codeId,
    orderId: 1,
    token: 'sample',
    content: 'sample',
    madeAt: new Date(madeAt),
    updatedAt: new Date(madeAt),
  });
  const { db } = world.database;
  await db.insert(walletPasses).values([pass(1, '2025-09-01T00:00:00Z'), pass(2, '2025-09-30T00:00:00Z')]);
  await db.insert(walletDevices).values({
    deviceId: 'phone',
    serial: pass(1, '').serial,
    pushToken: 'sample',
    registeredAt: new Date('2025-09-01T00:00:00Z'),
  });
  const google = {} as NonNullable<Settings['googleWallet']>;
  await db.insert(walletPasses).values({ ...pass(3, '2025-09-01T00:00:00Z'), googleVersion: 0 });
  await db.insert(walletDevices).values({
    deviceId: 'other phone',
    serial: pass(3, '').serial,
    pushToken: 'sample',
    registeredAt: new Date('2025-09-01T00:00:00Z'),
  });
  await db.insert(endedCodes).values({ hash: 'sample' });
  expect(await applyAt('2025-10-21T05:59:59.999Z', google)).toEqual({ ...NOTHING, passes: 0 });
  expect(await db.$count(endedCodes)).toBe(1);
  // The second was made on a page that was still open after the event.
  expect((await applyAt('2025-10-21T06:00:00Z', google)).passes).toBe(2);
  expect(await db.$count(endedCodes)).toBe(0);
  expect([
    await db.$count(walletDevices),
    (await db.select().from(walletPasses)).map((one) => one.codeId),
  ]).toEqual([0, [3]]);
  // Google may have a copy of the last, which it must erase first.
  expect((await applyAt('2025-10-22T06:00:00Z', google)).passes).toBe(0);
  await db.update(walletPasses).set({ isDue: false, version: 7 }).where(eq(walletPasses.codeId, 3));
  expect((await applyAt('2025-10-23T06:00:00Z', google)).passes).toBe(0);
  await db.update(walletPasses).set({ googleVersion: 7 }).where(eq(walletPasses.codeId, 3));
  expect((await applyAt('2025-10-24T06:00:00Z', google)).passes).toBe(1);
  // A restore marks all passes as possibly copied, even where nobody tells Google.
  await db.insert(walletPasses).values({ ...pass(4, '2025-09-01T00:00:00Z'), googleVersion: 0 });
  expect((await applyAt('2025-10-25T06:00:00Z')).passes).toBe(1);
});

test.each(['dispute', 'refund'] as const)(
  'an order with an open %s waits until it is settled',
  async (open) => {
    const email = `${open}@example.org`;
    await buy(world, checkout({ email }));
    const { db } = world.database;
    await db
      .update(orders)
      .set({ createdAt: new Date('2022-01-31T12:00:00Z') })
      .where(eq(orders.organizerEmail, email));
    const [order] = await db.select().from(orders).where(eq(orders.organizerEmail, email));
    const id = randomUUID();
    if (open === 'dispute')
      await db.update(orders).set({ disputedAt: new Date() }).where(eq(orders.id, order!.id));
    else
      await db.insert(refunds).values({
        ...{
          id,
          orderId: order!.id,
          provider: 'stripe',
          moneyRef: 'pi_sample',
          amount: 1_00,
          currency: 'usd',
        },
        ...{ reason: 'buyer', state: 'pending', requestedBy: 'site', createdAt: new Date() },
      });
    expect(await applyAt('2025-07-16T00:00:00Z')).toEqual(NOTHING);
    await db.update(orders).set({ disputedAt: null }).where(eq(orders.id, order!.id));
    await db.update(refunds).set({ state: 'succeeded' }).where(eq(refunds.id, id));
    expect(await applyAt('2025-07-16T00:00:00Z')).toEqual({ ...NOTHING, orders: 1, registrations: 1 });
  },
);
