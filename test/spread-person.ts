import { expect } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import * as tables from '#server/db/tables.ts';
import { buy } from './buy.ts';
import { eventually } from './eventually.ts';
import { teamOfTen } from './factories.ts';
import type { World } from './world.ts';

const NOW = new Date('2025-07-15T16:00:00Z');
export const mina = {
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

/** A buyer, a guest in another's order, a subscriber and a staff member: she is in every table. */
export async function spreadPerson(world: World): Promise<{ own: number; others: number; token: string }> {
  const own = await buy(
    world,
    teamOfTen({
      ...mina,
      teamMembers: [member(mina), member({ firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' })],
    }),
  );
  const others = await buy(
    world,
    teamOfTen({ ...otto, teamMembers: [member(otto), member({ ...mina, email: mina.email.toUpperCase() })] }),
  );
  for (const { firstName, lastName, email, organization } of [mina, otto]) {
    const body = { firstName, lastName, email, organization, source: 'hero' };
    await world.visitor().post('/api/newsletter/signup', body);
  }
  const { db } = world.database;
  const [ticket] = await db
    .select()
    .from(tables.registrations)
    .where(sql`order_id = ${others.order.id} AND lower(email) = ${mina.email.toLowerCase()}`);
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
      orderId: others.order.id,
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
      orderId: others.order.id,
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
    orderId: own.order.id,
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
    orderId: own.order.id,
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
      orderId: own.order.id,
      openedAt: NOW,
      resolvedAt: NOW,
      resolvedBy: mina.email,
      decision: 'dismiss',
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
    .where(sql`id = ${own.order.id}`);
  await db.execute(sql`
    INSERT INTO sessions VALUES ('of-mina', ${JSON.stringify({ user: { id: 'x', email: mina.email, signedInAt: NOW } })}, now() + interval '1 day')`);
  const jobsLeft = () =>
    db.execute(sql`SELECT FROM jobs.job WHERE name = 'send-mail' AND state <> 'completed'`);
  await eventually(async () => expect((await jobsLeft()).rows).toEqual([]));
  await db
    .update(tables.mails)
    .set({ failure: `550 <${mina.email}> unknown` })
    .where(sql`order_id = ${own.order.id} AND lower(recipient) = ${mina.email.toLowerCase()}`);
  await db.execute(sql`
    UPDATE jobs.job SET output = ${JSON.stringify({ message: `550 <${mina.email}> unknown` })}
    WHERE id IN (SELECT id FROM jobs.job WHERE name = 'send-mail' LIMIT 1)`);
  const [code] = await db.select().from(tables.qrCodes).where(sql`registration_id = ${ticket!.id}`);
  const serial = '00000000-0000-4000-8000-000000000004';
  await db.insert(tables.walletPasses).values({
    serial,
    codeId: code!.id,
    orderId: others.order.id,
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
  return { own: own.order.id, others: others.order.id, token: code!.qrCodeData };
}
