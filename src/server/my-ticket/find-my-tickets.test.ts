import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { mailTo } from '#test/journeys/mail.ts';
import { answerOf } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { mails, orders, qrCodes, rateLimits, registrations } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
});
afterAll(() => world.stop());

/** Returns the order's key. */
async function buyTickets(body: unknown): Promise<string> {
  return (await buy(world, body)).transactionId;
}

const find = (email: string, visitor = world.visitor()) =>
  answerOf(visitor.post('/api/find-my-ticket', { email }));

async function keysOfAda(): Promise<string[]> {
  const rows = await world.database.db
    .select({ key: qrCodes.pageKey })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(eq(registrations.email, 'ada@example.org'));
  return rows.map(({ key }) => key).toSorted();
}

const linksIn = (text: string) => [...text.matchAll(/my-ticket#(M\w+)/g)].map(([, key]) => key!).toSorted();
const found = () => world.database.db.select().from(mails).where(eq(mails.kind, 'my_tickets'));

test('the response never reveals whether an address has tickets; only its mailbox gets the links (R-TICKET-5)', async () => {
  const own = await buyTickets(checkout({ firstName: 'Ada', email: 'ada@example.org' }));
  await buyTickets(teamOfTen());
  expect(await keysOfAda()).toHaveLength(2);

  const responses = [await find(' Ada@Example.ORG '), await find('nobody@example.org')];
  const [known, unknown] = responses;
  expect([known!.status, known]).toEqual([200, unknown]);
  const [mail] = await mailTo(world.sandbox.url, 'ada@example.org');
  expect(mail!.subject).toBe('Your tickets for Digital Safety Summit');
  expect(linksIn(mail!.text)).toEqual(await keysOfAda());
  expect([...mail!.text.matchAll(/confirmation\/(\w+)/g)].map(([, id]) => id)).toEqual([own]);
  expect((await found()).map(({ recipient }) => recipient)).toEqual(['ada@example.org']);
});

test('links to the training’s tickets name the training, and links for different days the event', async () => {
  const email = 'trainer@example.org';
  const { db } = world.database;
  const [first, second] = [await buyTickets(checkout({ email })), await buyTickets(checkout({ email }))];
  const train = (one: string) =>
    db.update(orders).set({ eventType: 'trainer' }).where(eq(orders.transactionId, one));
  await train(second);
  await find(email);
  const [mixed] = await mailTo(world.sandbox.url, email);
  await train(first);
  await find(email);
  const mails = await mailTo(world.sandbox.url, email, 2);
  const trained = mails.find(({ id }) => id !== mixed!.id)!;
  expect([mixed!.subject, trained.subject]).toEqual([
    'Your tickets for Digital Safety Summit',
    'Your tickets for Certified Digital Safety Educator',
  ]);
  expect(mixed!.html).toContain('September 19–20, 2025');
});

test('ended tickets, erased people and unpaid orders are not found', async () => {
  const { db } = world.database;
  await world.visitor().post('/api/create-checkout-session', checkout({ email: 'unpaid@example.org' }));
  const erased = { organizerEmail: 'erased@example.invalid' };
  const kept = await buyTickets(checkout({ email: 'erased@example.org' }));
  await db.update(orders).set(erased).where(eq(orders.transactionId, kept));
  await buyTickets(checkout({ email: 'gone@example.org' }));
  await db
    .update(orders)
    .set({ paymentStatus: 'refunded' })
    .where(eq(orders.organizerEmail, 'gone@example.org'));
  const team = await buyTickets(teamOfTen({ teamMembers: [], email: 'left@example.org' }));
  await db.update(orders).set({ organizerEmail: 'else@example.org' }).where(eq(orders.transactionId, team));
  await db
    .update(registrations)
    .set({ voidedAt: new Date() })
    .where(eq(registrations.email, 'left@example.org'));
  const before = await found();
  for (const address of [
    'unpaid@example.org',
    'gone@example.org',
    'left@example.org',
    'erased@example.invalid',
  ]) {
    expect((await find(address)).status).toBe(200);
  }
  expect(await found()).toEqual(before);
});

test('a mailbox, known or not, gets three mails an hour, and an IP address may ask 300 times', async () => {
  await buyTickets(checkout({ email: 'often@example.org' }));
  for (const address of ['often@example.org', 'never@example.org']) {
    const responses = [];
    for (let index = 0; index < 4; index += 1) responses.push((await find(address)).status);
    expect(responses).toEqual([200, 200, 200, 429]);
  }
  const crawler = world.visitor('203.0.113.66');
  const ask = async (who: string) => (await find(`${who}@example.org`, crawler)).status;
  expect(await ask('first')).toBe(200);
  await world.database.db
    .update(rateLimits)
    .set({ count: 299 })
    .where(eq(rateLimits.key, 'find-my-ticket:203.0.113.66'));
  expect([await ask('last'), await ask('late')]).toEqual([200, 429]);
});
