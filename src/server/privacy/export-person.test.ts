import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { environmentOf, ownEnvironment } from '#test/outside.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import {
  badges,
  qrCodes,
  registrationAudit,
  registrations,
  walletDevices,
  walletPasses,
} from '../db/tables.ts';
import { exportPerson } from './export-person.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ ticketMails: true });
  const visitor = world.visitor('203.0.113.20');
  const { url, transactionId } = await (
    await visitor.post('/api/create-checkout-session', teamOfTen({ organization: 'Sample School' }))
  ).json();
  await world.pay(url);
  await visitor.get(`/api/registrations/${transactionId}`);
  const signup = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', source: 'footer' };
  await visitor.post('/api/newsletter/signup', signup);
});
afterAll(() => world.stop());

const COMMAND = fileURLToPath(new URL('../privacy-command.ts', import.meta.url));

async function command(...words: string[]) {
  const env = { ...ownEnvironment, ...environmentOf(world.sandbox, world.siteUrl, world.database.url) };
  const child = spawn(process.execPath, [COMMAND, ...words], { env });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  return { out, err, code };
}

test('a buyer gets the order, the payments, the ticket, the newsletter signup and the history', async () => {
  const found = await exportPerson(world.context(), ' JANE@example.org');
  expect(found.orders).toMatchObject([
    {
      organizerFirstName: 'Jane',
      organizerPhone: '303 555 0100',
      organization: 'Sample School',
      totalAmount: '200.00',
      namedAttendees: [{ firstName: 'Jane', email: 'jane@example.org' }],
      payments: [{ provider: 'stripe', kind: 'capture', amount: '200.00' }],
      refunds: [],
      cancellations: [],
      cases: [],
    },
  ]);
  expect(found.tickets).toMatchObject([{ firstName: 'Jane', eventType: 'conference', checkIns: [] }]);
  expect(found.newsletter).toMatchObject([{ email: 'jane@example.org', source: 'footer' }]);
  expect(found.mails).toMatchObject([{ kind: 'order_confirmation', recipient: 'jane@example.org' }]);
  expect(found.history).toMatchObject([
    { action: 'order_placed', ipAddress: '203.0.113.20' },
    { action: 'order_completed' },
  ]);
});

test('a holder gets their ticket’s passes, and the phones that have them', async () => {
  const { db } = world.database;
  const [code] = await db
    .select({ id: qrCodes.id })
    .from(qrCodes)
    .innerJoin(registrations, eq(registrations.id, qrCodes.registrationId))
    .where(eq(registrations.email, 'bo@example.org'));
  const at = new Date('2025-07-15T16:00:00Z');
  const serial = '00000000-0000-4000-8000-000000000001';
  const times = { madeAt: at, updatedAt: at };
  await db
    .insert(walletPasses)
    .values({ serial, codeId: code!.id, orderId: 1, token: 'secret', content: '', ...times });
  await db.insert(walletDevices).values({ deviceId: 'phone', serial, pushToken: 'secret', registeredAt: at });
  const passes = async (email: string) =>
    (await exportPerson(world.context(), email)).tickets.map((one) => one.walletPasses);
  expect(await passes('bo@example.org')).toEqual([
    [{ serial, madeAt: at, deviceId: 'phone', registeredAt: at }],
  ]);
  expect(await passes('ada@example.org')).toEqual([[]]);
});

test('a ticket includes when its badges were made and printed', async () => {
  const { db } = world.database;
  const [ada] = await db.select().from(registrations).where(eq(registrations.email, 'ada@example.org'));
  const [madeAt, printedAt] = [new Date('2025-07-15T16:00:00Z'), new Date('2025-07-15T17:00:00Z')];
  const file = '00000000-0000-4000-8000-000000000009';
  await db.insert(badges).values({ file, registrationId: ada!.id, says: 'sample', madeAt, printedAt });
  const of = async (email: string) =>
    (await exportPerson(world.context(), email)).tickets.map((one) => one.badges);
  expect(await of('ada@example.org')).toEqual([[{ madeAt, printedAt }]]);
  expect(await of('bo@example.org')).toEqual([[]]);
});

test('a guest gets nothing about the buyer or the other guests', async () => {
  const found = await exportPerson(world.context(), 'ada@example.org');
  expect([found.orders, found.newsletter, found.history]).toEqual([[], [], []]);
  expect(found.tickets).toMatchObject([{ firstName: 'Ada', track: 'professionals' }]);
  expect(JSON.stringify(found)).not.toMatch(/jane|bo@|Sample School|303 555/i);
  expect(found.mentions.map(({ table, column }) => `${table}.${column}`)).toEqual([
    'mails.subject_key',
    'mails.recipient',
    'orders.named_attendees',
    'registrations.email',
    'registrations.search_text',
  ]);
});

test('a former holder gets what the order still says about them, and nothing about others in it', async () => {
  const ana = { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org', track: 'caregivers' };
  const ben = { ...ana, firstName: 'Ben', email: 'ben@example.org' };
  const buyer = { firstName: 'Kim', lastName: 'Sample', email: 'kim@example.org' };
  const teamMembers = [{ ...ana, dietaryRestrictions: 'No nuts' }, ben];
  const { order } = await buy(world, teamOfTen({ ...buyer, teamMembers }));
  const { db } = world.database;
  await db.update(registrations).set({ email: 'new@example.org' }).where(eq(registrations.email, ana.email));
  const found = await exportPerson(world.context(), 'Ana@example.org');
  expect([found.orders, found.tickets]).toEqual([[], []]);
  expect(found.namedIn).toEqual([{ order: order.id, ...ana, dietaryRestrictions: 'No nuts' }]);
});

test('whoever has corrected the address of the buyer’s ticket gets the ticket, not the order', async () => {
  const buyer = checkout({ firstName: 'Kim', lastName: 'Buyer', email: 'buyer@example.org' });
  const { registrations: people, transactionId } = await buy(world, buyer);
  const { db } = world.database;
  const { id } = people[0]!;
  await db.update(registrations).set({ email: 'taken@example.org' }).where(eq(registrations.id, id));
  const found = await exportPerson(world.context(), 'taken@example.org');
  expect([found.orders, found.tickets.length]).toEqual([[], 1]);
  expect(JSON.stringify(found)).not.toContain(transactionId);
  expect((await exportPerson(world.context(), 'buyer@example.org')).tickets).toHaveLength(1);
});

test('a ticket’s history has no IP address, because the buyer or an earlier holder may have made the change', async () => {
  const { db } = world.database;
  const [ada] = await db.select().from(registrations).where(eq(registrations.email, 'ada@example.org'));
  await db.insert(registrationAudit).values({
    ...{ action: 'ticket_transferred', orderId: ada!.orderId, registrationId: ada!.id },
    ...{ actor: 'visitor', actorKind: 'holder', ipAddress: '203.0.113.77', userAgent: 'Sample' },
    timestamp: new Date('2025-07-15T17:00:00Z'),
  });
  const { history } = await exportPerson(world.context(), 'ada@example.org');
  expect(history).toMatchObject([{ action: 'ticket_transferred', ipAddress: null, userAgent: null }]);
});

test('the command prints the export, refuses with a sentence, and erases', async () => {
  const exported = await command('export', 'ada@example.org');
  expect([exported.err, exported.code]).toEqual(['', 0]);
  expect(JSON.parse(exported.out)).toMatchObject({ email: 'ada@example.org', orders: [] });

  const erased = await command('erase', 'ada@example.org', '--even-with-ticket');
  expect([erased.err, erased.code]).toEqual(['', 0]);
  expect(JSON.parse(erased.out)).toMatchObject({ registrations: 1, mails: 1, left: [] });
  const nobody = await command('erase', 'ada@exmaple.org');
  const noOne = [expect.stringContaining('Nothing is stored under this address'), 0];
  expect([nobody.err, nobody.code]).toEqual(noOne);
  const misspelled = await command('export', 'ada@exmaple.org');
  expect([misspelled.err, misspelled.code]).toEqual(noOne);
  const { rows } = await world.database.pool.query(
    `SELECT action, actor FROM registration_audit WHERE action LIKE 'person%' AND actor = 'operator' ORDER BY id`,
  );
  expect(rows).toEqual([
    { action: 'person_exported', actor: 'operator' },
    { action: 'person_erased', actor: 'operator' },
    { action: 'person_erased', actor: 'operator' },
    { action: 'person_exported', actor: 'operator' },
  ]);
}, 60_000);

test('the command explains its usage', async () => {
  const { out, err, code } = await command('erase');
  expect([out, code]).toEqual(['', 2]);
  expect(err).toContain('npm run privacy:erase -- jane@example.org [--even-with-ticket]');
}, 30_000);
