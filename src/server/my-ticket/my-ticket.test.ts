import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MyTicket } from '#contract/my-ticket.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { textOfPages } from '#test/read-pdf.ts';
import { buyTickets, TICKETS_NOW as NOW } from '#test/ticket-stage.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { orders, qrCodes, registrations } from '../db/tables.ts';
import { erasePerson } from '../privacy/erase-person.ts';
import { exportPerson } from '../privacy/export-person.ts';

const UNKNOWN = `M${'0'.repeat(40)}`;

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
});
afterAll(() => world.stop());

const open = (key: string, visitor: Visitor = world.visitor()) =>
  answerOf(visitor.post('/api/my-ticket', { key }));

const rowOf = async (id: number) =>
  (await world.database.db.select().from(registrations).where(eq(registrations.id, id)))[0]!;

describe("a ticket's own page", () => {
  test('shows its ticket and nothing else of the order', async () => {
    const { orderId, keys } = await buyTickets(world, teamOfTen());
    const { status, body } = await open(` ${keys.Ada!.toLowerCase()} `);
    expect(status).toBe(200);
    expect(body).toEqual({
      state: 'valid',
      id: expect.any(Number),
      firstName: 'Ada',
      lastName: 'Sample',
      email: 'ada@example.org',
      track: 'professionals',
      dietaryRestrictions: null,
      registrationNumber: `DSS${String(orderId).padStart(6, '0')}`,
      eventType: 'conference',
      qrCodeData: expect.stringMatching(/^T[0-9A-Z]{28}$/),
      qrCodeImage: expect.stringContaining('<svg'),
      isIn: false,
    } satisfies MyTicket);
  });

  test('is marked as opened by the first call only', async () => {
    const { keys } = await buyTickets(world, checkout());
    const { body } = await open(keys.Jane!);
    const { ticketOpenedAt } = await rowOf(body.id);
    expect(ticketOpenedAt!.toISOString()).toMatch(/^2025-09-12T18:00:0/);
    world.moveClock('2025-09-13T18:00:00Z');
    await open(keys.Jane!);
    expect((await rowOf(body.id)).ticketOpenedAt).toEqual(ticketOpenedAt);
    world.moveClock(NOW);
  });

  test('offers the ticket as a PDF, and only configured wallets', async () => {
    const { keys } = await buyTickets(world, teamOfTen());
    const file = await world.visitor().post('/api/my-ticket/pdf', { key: keys.Ada!, paper: 'a4' });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const [page, ...others] = await textOfPages(new Uint8Array(await file.arrayBuffer()));
    expect([page!.includes('Ada Sample'), others]).toEqual([true, []]);
    const links = await world.visitor().post('/api/my-ticket/wallet', { key: keys.Ada! });
    expect(await links.json()).toEqual({ apple: null, google: null });
  });

  test('offers its days as a calendar file', async () => {
    const { keys } = await buyTickets(world, checkout());
    const file = await world.visitor().post('/api/my-ticket/calendar', { key: keys.Jane! });
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8; method=PUBLISH',
      'no-store',
    ]);
    expect(await file.text()).toContain('SUMMARY:Digital Safety Summit');
  });

  test('whose ticket was replaced, canceled or refunded says so with the day and shows no code', async () => {
    const { orderId, keys } = await buyTickets(world, checkout());
    const { id } = (await open(keys.Jane!)).body;
    const { db } = world.database;
    await db
      .update(registrations)
      .set({ voidedAt: new Date(NOW) })
      .where(eq(registrations.id, id));
    const at = '2025-09-12T18:00:00.000Z';
    const ended = async () => {
      const file = await world.visitor().post('/api/my-ticket/calendar', { key: keys.Jane! });
      return [(await open(keys.Jane!)).body, (await file.json()).message];
    };
    expect(await ended()).toEqual([
      { state: 'ended', because: 'canceled', at },
      'This ticket was canceled on September 12.',
    ]);
    await db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, orderId));
    expect(await ended()).toEqual([
      { state: 'ended', because: 'refunded', at },
      'This ticket was refunded on September 12.',
    ]);
    await db.update(registrations).set({ voidedAt: null }).where(eq(registrations.id, id));
    await db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, orderId));
    expect((await open(keys.Jane!)).body).toEqual({ state: 'ended', because: 'not_paid', at: null });
    await db
      .update(qrCodes)
      .set({ replacedAt: new Date(NOW), replacedBecause: 'another_person' })
      .where(eq(qrCodes.registrationId, id));
    expect((await open(keys.Jane!)).body).toMatchObject({ state: 'ended', because: 'another_person' });
    const file = await world.visitor().post('/api/my-ticket/calendar', { key: keys.Jane! });
    expect([file.status, (await file.json()).message]).toEqual([
      409,
      'This ticket was given to someone else on September 12.',
    ]);
  });
});

test('erasure ends the page, and the export has its key', async () => {
  const { keys } = await buyTickets(world, checkout({ firstName: 'Erin', email: 'erin@example.org' }));
  const { tickets } = await exportPerson(world.context(), 'erin@example.org');
  expect(tickets.map(({ pageKey }) => pageKey)).toEqual([keys.Erin]);
  await erasePerson(world.context(), 'erin@example.org', { evenWithTicket: true });
  expect((await open(keys.Erin!)).body.code).toBe('ticket_page_unknown');
});

describe('a key', () => {
  test.each([UNKNOWN, 'x', '', `T${'0'.repeat(28)}`])('%j opens nothing', async (key) => {
    const { status, body } = await open(key);
    expect([status, body.code, body.message]).toEqual([
      404,
      'ticket_page_unknown',
      'There is no ticket at this link. Open it again from our email.',
    ]);
  });

  test('may be wrong twenty times a minute; after that, the right one still opens its page', async () => {
    const { keys } = await buyTickets(world, checkout());
    const guesser = world.visitor();
    const responses = [];
    for (let index = 0; index < 21; index += 1) responses.push((await open(UNKNOWN, guesser)).status);
    expect(responses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
    expect((await open(keys.Jane!, guesser)).status).toBe(200);
  });

  test('never counts as a guess if it is valid', async () => {
    const { keys } = await buyTickets(world, checkout());
    const neighbor = world.visitor();
    for (let index = 0; index < 25; index += 1) expect((await open(keys.Jane!, neighbor)).status).toBe(200);
  });
});
