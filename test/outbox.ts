import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { content } from '#content/content.ts';
import { CODE_BYTES, transactionIdFrom } from '#domain/codes.ts';
import type { Context } from '#server/context.ts';
import { sql } from '#server/db/drizzle.ts';
import { seed } from '#server/db/seed.ts';
import {
  mails,
  type OrderRow,
  orders,
  paymentLedger,
  qrCodes,
  type RefundRow,
  refunds,
  registrations,
} from '#server/db/tables.ts';
import { openQueue, type Queue } from '#server/jobs/queue.ts';
import { type MailTransport, openMailTransport } from '#server/mail/transport.ts';
import { queueOrderMails } from '#server/orders/mails/queue-mails.ts';
import { issueCodes } from '#server/tickets/ticket-codes.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const NOW = new Date('2025-08-01T16:00:00Z');
export const TEAM = [
  { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org', track: 'caregivers' },
  { firstName: 'Ben', lastName: 'Sample', email: 'ben@example.org', track: 'professionals' },
  { firstName: 'Cara', lastName: 'Example', email: 'family@example.org', track: null },
  { firstName: 'Dan', lastName: 'Example', email: 'Family@example.org', track: null },
] as const;

/** A team's paid order whose mails are queued before each test, and a mail server that records them. */
export function setOutbox() {
  let database: TestDatabase;
  let queue: Queue;
  let ctx: Context;
  let order: OrderRow;
  let server: SMTPServer;
  let transport: MailTransport;
  let logged = '';
  const received: (Email & { raw: string })[] = [];
  /** The mail server's response to the next recipients; null accepts the mail. */
  let response: { code: number; message: string } | null = null;

  beforeAll(async () => {
    database = await createTestDatabase();
    await seed(database.db, content, NOW);
    queue = await openQueue(database.pool, pino({ level: 'silent' }));
    server = startServer();
    const { port } = await new Promise<AddressInfo>((listening) => {
      server.listen(0, '127.0.0.1', () => listening(server.server.address() as AddressInfo));
    });
    transport = openMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}` });
    const log = pino(
      {},
      {
        write(line: string) {
          logged += line;
        },
      },
    );
    const settings = {
      publicUrl: 'https://summit.example.org',
      contact: { phone: '303-555-0142', email: 'hello@example.org' },
      mail: { smtpUrl: '', from: { name: 'Summit: Tickets', address: 'tickets@example.org' } },
    };
    const parts = { db: database.db, content, now: NOW, randomBytes, queue, mail: transport, log, settings };
    ctx = parts as unknown as Context;
  });
  afterAll(async () => {
    transport.close();
    await new Promise<void>((done) => server.close(() => done()));
    await queue.stop();
    await database.drop();
  });
  beforeEach(async () => {
    await database.db.execute(sql`TRUNCATE orders, mails, refunds, payment_ledger RESTART IDENTITY CASCADE`);
    await database.db.execute(sql`DELETE FROM jobs.job`);
    received.length = 0;
    logged = '';
    response = null;
    order = await addPaidOrder();
  });

  async function addPaidOrder(): Promise<OrderRow> {
    const [row] = await database.db
      .insert(orders)
      .values({
        transactionId: transactionIdFrom(randomBytes(CODE_BYTES)),
        organizerFirstName: 'Ana',
        organizerLastName: 'Sample',
        organizerEmail: 'ana@example.org',
        eventType: 'conference',
        packageSize: 'large_group',
        totalAmount: 200_00,
        teamMemberCount: 10,
        paymentStatus: 'completed',
        createdAt: NOW,
      })
      .returning();
    await database.db.transaction(async (tx) => {
      const people = await tx
        .insert(registrations)
        .values(
          TEAM.map((one, index) => ({ ...one, orderId: row!.id, isOrganizer: index === 0, createdAt: NOW })),
        )
        .returning();
      await issueCodes(tx, ctx, people);
      await queueOrderMails(tx, ctx, row!, people);
    });
    await capture(row!.totalAmount, row!);
    return row!;
  }

  /** Records another payment for the order. */
  async function capture(amount: number, { id } = order): Promise<void> {
    const money = { provider: 'stripe', kind: 'capture', moneyRef: randomUUID(), amount } as const;
    await database.db
      .insert(paymentLedger)
      .values({ orderId: id, ...money, currency: 'usd', livemode: false, recordedAt: NOW });
  }

  async function findMail(kind: (typeof mails.$inferSelect)['kind'], recipient?: string) {
    const rows = await database.db.select().from(mails);
    return rows.find(
      (row) => row.kind === kind && (!recipient || row.recipient.toLowerCase() === recipient),
    )!;
  }

  async function tokens(): Promise<string[]> {
    const rows = await database.db.select().from(qrCodes).orderBy(qrCodes.registrationId);
    return rows.map((row) => row.qrCodeData);
  }

  /** Records a refund of the order that was paid. */
  async function refund(amount: number, reason: RefundRow['reason'] = 'buyer'): Promise<void> {
    const money = { provider: 'stripe', moneyRef: 'pi_1', amount, currency: 'usd' } as const;
    const how = { reason, state: 'succeeded', requestedBy: 'buyer', createdAt: NOW } as const;
    await database.db.insert(refunds).values({ orderId: order.id, id: randomUUID(), ...money, ...how });
  }

  function startServer(): SMTPServer {
    return new SMTPServer({
      logger: false,
      authOptional: true,
      onRcptTo: (_address, _session, done) =>
        done(response ? Object.assign(new Error(response.message), { responseCode: response.code }) : null),
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const raw = Buffer.concat(chunks);
          received.push({ ...(await PostalMime.parse(raw)), raw: raw.toString() });
          done();
        });
      },
    });
  }

  return {
    received,
    findMail,
    tokens,
    capture,
    refund,
    get ctx() {
      return ctx;
    },
    get db() {
      return database.db;
    },
    get order() {
      return order;
    },
    logged: () => logged,
    /** The response to the next recipients; null accepts the mail. */
    setResponse(next: typeof response) {
      response = next;
    },
  };
}
