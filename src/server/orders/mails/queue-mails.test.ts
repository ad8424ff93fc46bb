import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODE_BYTES, qrTokenFrom, transactionIdFrom } from '#domain/codes.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../db/drizzle.ts';
import {
  mails,
  type OrderRow,
  orders,
  qrCodes,
  type RegistrationRow,
  registrations,
} from '../../db/tables.ts';
import { openQueue, type Queue } from '../../jobs/queue.ts';
import { issueCodes } from '../../tickets/ticket-codes.ts';
import { queueOrderMails, queueToBuyer } from './queue-mails.ts';
import { queueTicketAgain, queueTicketMail } from './queue-ticket-mails.ts';

const NOW = new Date('2025-08-01T16:00:00Z');

let database: TestDatabase;
let queue: Queue;
let ctx: Context;
let order: OrderRow;

beforeAll(async () => {
  database = await createTestDatabase();
  queue = await openQueue(database.pool, pino({ level: 'silent' }));
  const settings = { publicUrl: 'https://summit.example.org' };
  ctx = { now: NOW, randomBytes, settings, queue } as unknown as Context;
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});
beforeEach(async () => {
  await database.db.execute(sql`TRUNCATE orders, mails RESTART IDENTITY CASCADE`);
  await database.db.execute(sql`DELETE FROM jobs.job`);
  order = await addOrder();
});

test('the organizer gets the confirmation, every other address one ticket mail', async () => {
  const people = await addPeople([
    'Ana@example.org',
    'ben@example.org',
    'Family@example.org',
    'family@Example.org',
    'ANA@example.org',
  ]);
  await database.db.transaction((tx) => queueOrderMails(tx, ctx, order, people));
  expect(await outbox()).toEqual([
    { kind: 'order_confirmation', subjectKey: 'ana@example.org', recipient: 'Ana@example.org' },
    { kind: 'ticket', subjectKey: 'ben@example.org', recipient: 'ben@example.org' },
    { kind: 'ticket', subjectKey: 'family@example.org', recipient: 'Family@example.org' },
  ]);
});

test('each mail has a job and a stable Message-ID', async () => {
  await database.db.transaction(async (tx) =>
    queueOrderMails(tx, ctx, order, await addPeople(['ben@example.org'])),
  );
  const rows = await database.db.select().from(mails);
  expect(rows.map((row) => row.messageId)).toEqual(rows.map((row) => `${row.id}@summit.example.org`));
  expect(rows.map((row) => row.id)).toEqual([
    expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    expect.stringMatching(/^[0-9a-f]{8}-/),
  ]);
  expect(rows.map((row) => row.createdAt)).toEqual([NOW, NOW]);
  expect(await jobs()).toEqual(rows.map((row) => row.id).toSorted());
});

test('queueing again, or concurrently, adds each mail only once', async () => {
  const people = await addPeople(['Ana@example.org', 'ben@example.org']);
  const queueAll = () => database.db.transaction((tx) => queueOrderMails(tx, ctx, order, people));
  await Promise.all([queueAll(), queueAll(), queueAll()]);
  await queueAll();
  expect((await outbox()).map((row) => row.kind)).toEqual(['order_confirmation', 'ticket']);
  expect((await jobs()).length).toBe(2);
});

test('a transaction that is rolled back leaves neither mail nor job', async () => {
  const people = await addPeople(['Ana@example.org']);
  const broken = database.db.transaction(async (tx) => {
    await queueOrderMails(tx, ctx, order, people);
    throw new Error('rolled back');
  });
  await expect(broken).rejects.toThrow('rolled back');
  expect(await outbox()).toEqual([]);
  expect(await jobs()).toEqual([]);
});

test('a person named later gets a ticket mail, also at an address that had one', async () => {
  const [ben, cara] = await addPeople(['ben@example.org', 'ben@example.org']);
  await database.db.transaction((tx) => queueOrderMails(tx, ctx, order, [ben!]));
  await database.db.transaction((tx) => queueTicketMail(tx, ctx, order, cara!));
  await database.db.transaction((tx) => queueTicketMail(tx, ctx, order, cara!));
  const keys = (await outbox()).map((row) => row.subjectKey.replace(/[0-9a-f]{16}$/, '…'));
  expect(keys).toEqual(['ana@example.org', 'ben@example.org', `registration:${cara!.id}:…`]);
});

test('a new QR code causes a new ticket mail', async () => {
  const [ben] = await addPeople(['ben@example.org']);
  const queueTicket = () => database.db.transaction((tx) => queueTicketMail(tx, ctx, order, ben!));
  await queueTicket();
  await database.db.update(qrCodes).set({ qrCodeData: qrTokenFrom(randomBytes(CODE_BYTES)) });
  await queueTicket();
  expect((await outbox()).map((row) => row.kind)).toEqual(['ticket', 'ticket']);
});

test('a refund notice is queued once, a ticket whenever requested', async () => {
  const [ben] = await addPeople(['ben@example.org']);
  const refundId = '5f0c8e9a-0000-4000-8000-000000000001';
  for (let n = 0; n < 2; n += 1) {
    await database.db.transaction((tx) => queueToBuyer(tx, ctx, order, 'refund_notice', refundId));
    await database.db.transaction((tx) => queueTicketAgain(tx, ctx, order, ben!));
  }
  expect((await outbox()).map((row) => row.kind)).toEqual(['refund_notice', 'ticket', 'ticket']);
  expect((await jobs()).length).toBe(3);
});

async function addOrder(): Promise<OrderRow> {
  const [row] = await database.db
    .insert(orders)
    .values({
      transactionId: transactionIdFrom(randomBytes(CODE_BYTES)),
      organizerFirstName: 'Ana',
      organizerLastName: 'Sample',
      organizerEmail: 'Ana@example.org',
      eventType: 'conference',
      totalAmount: 200_00,
      teamMemberCount: 10,
      paymentStatus: 'completed',
      createdAt: NOW,
    })
    .returning();
  return row!;
}

async function addPeople(emails: string[]): Promise<RegistrationRow[]> {
  const people = await database.db
    .insert(registrations)
    .values(
      emails.map((email, index) => ({
        orderId: order.id,
        firstName: `Person ${index}`,
        lastName: 'Sample',
        email,
        createdAt: NOW,
      })),
    )
    .returning();
  await database.db.transaction((tx) => issueCodes(tx, ctx, people));
  return people;
}

function outbox() {
  const { kind, subjectKey, recipient } = mails;
  return database.db.select({ kind, subjectKey, recipient }).from(mails).orderBy(kind, subjectKey);
}

async function jobs(): Promise<string[]> {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`SELECT data->>'mailId' AS id FROM jobs.job WHERE name = 'send-mail' ORDER BY 1`,
  );
  return rows.map((row) => row.id);
}
