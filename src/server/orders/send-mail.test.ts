import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { CODE_BYTES, transactionIdFrom } from '#domain/codes.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Context } from '../context.ts';
import { eq, sql } from '../db/drizzle.ts';
import { seed } from '../db/seed.ts';
import {
  emailTemplates,
  mails,
  type OrderRow,
  orders,
  qrCodes,
  refunds,
  registrations,
} from '../db/tables.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import { templates } from '../mail/templates.ts';
import { type MailTransport, openMailTransport } from '../mail/transport.ts';
import { issueTickets } from '../tickets/issue-tickets.ts';
import {
  queueOrderMails,
  queueRefundCorrection,
  queueRefundNotice,
  queueTicketEndedMails,
  queueTicketMail,
} from './queue-order-mails.ts';
import { sendMail } from './send-mail.ts';

const NOW = new Date('2025-08-01T16:00:00Z');
const TEAM = [
  { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org', track: 'caregivers' },
  { firstName: 'Ben', lastName: 'Sample', email: 'ben@example.org', track: 'professionals' },
  { firstName: 'Cara', lastName: 'Example', email: 'family@example.org', track: null },
  { firstName: 'Dan', lastName: 'Example', email: 'Family@example.org', track: null },
] as const;

let database: TestDatabase;
let queue: Queue;
let ctx: Context;
let order: OrderRow;
let server: SMTPServer;
let transport: MailTransport;
let logged = '';
const received: (Email & { raw: string })[] = [];
/** What the mail server says to the next recipients; null takes the mail. */
let answer: { code: number; message: string } | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  await seed(database.db, content, templates, NOW);
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
    mail: { smtpUrl: '', from: '"Summit" <tickets@example.org>' },
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
  await database.db.execute(sql`TRUNCATE orders, mails, refunds RESTART IDENTITY CASCADE`);
  await database.db.execute(sql`DELETE FROM jobs.job`);
  received.length = 0;
  logged = '';
  answer = null;
  order = await addPaidOrder();
});

test('the organizer gets every ticket, the link to the order, and the dates', async () => {
  const mail = await findMail('order_confirmation');
  await sendMail(ctx, mail.id);
  const [got] = received;
  expect(got!.subject).toBe('You are in: Digital Safety Summit, September 20, 2025');
  expect(got!.to).toEqual([{ name: '', address: 'ana@example.org' }]);
  expect(got!.from).toEqual({ name: 'Summit', address: 'tickets@example.org' });
  expect(got!.messageId).toBe(`<${mail.id}@summit.example.org>`);
  for (const said of [got!.html!, got!.text!]) {
    expect(said).toContain(`https://summit.example.org/confirmation/${order.transactionId}`);
    expect(said).toContain('DSS000001');
    expect(said).toContain('$200.00');
    expect(said).toContain('6 of your 10 seats');
    for (const person of TEAM) expect(said).toContain(`${person.firstName} ${person.lastName}`);
    for (const token of await tokens()) expect(said).toContain(token);
  }
  const shown = [...got!.html!.matchAll(/src="cid:([^"]+)"/g)].map((match) => `<${match[1]}>`);
  const pictures = got!.attachments.filter((one) => one.mimeType === 'image/png');
  expect(pictures.map((one) => one.contentId)).toEqual(shown);
  expect(shown.length).toBe(4);
  const [receipt] = got!.attachments.filter((one) => one.mimeType === 'application/pdf');
  expect(receipt!.filename).toMatch(/^receipt-DSS\d{6}\.pdf$/);
  expect(Buffer.from(receipt!.content as ArrayBuffer).toString('latin1', 0, 5)).toBe('%PDF-');
  const [calendar] = got!.attachments.filter((one) => one.mimeType === 'text/calendar');
  expect(calendar!.filename).toBe('digital-safety-summit.ics');
  expect((await findMail('order_confirmation')).sentAt).toEqual(NOW);
});

test('a seat returned by a refund does not count as unnamed', async () => {
  await database.db.update(orders).set({ seatsReturned: 5 });
  await sendMail(ctx, (await findMail('order_confirmation')).id);
  expect(received[0]!.text).toContain('1 of your 5 seats has no name yet.');
});

test("an attendee's mail reveals nothing about the order or other people", async () => {
  await sendMail(ctx, (await findMail('ticket', 'ben@example.org')).id);
  const [got] = received;
  expect(got!.to).toEqual([{ name: '', address: 'ben@example.org' }]);
  const [ana, ben, cara, dan] = await tokens();
  const calendar = got!.attachments.find((one) => one.mimeType === 'text/calendar')!;
  const whole = `${got!.raw}${got!.html}${got!.text}${new TextDecoder().decode(calendar.content as ArrayBuffer)}`;
  expect(whole).toContain(ben);
  for (const foreign of [
    order.transactionId,
    ana,
    cara,
    dan,
    'Ana',
    'Cara',
    'ana@',
    'family@',
    'DSS0',
    '$200',
  ]) {
    expect(whole).not.toContain(foreign);
  }
});

test('people who share an address get one mail with their tickets', async () => {
  await sendMail(ctx, (await findMail('ticket', 'family@example.org')).id);
  const [, , cara, dan] = await tokens();
  expect(received.length).toBe(1);
  expect(received[0]!.subject).toBe('Your tickets for Digital Safety Summit, September 20, 2025');
  expect([...received[0]!.text!.matchAll(/Ticket code: (\S+)/g)].map((match) => match[1])).toEqual([
    cara,
    dan,
  ]);
});

test('a sent mail is never sent again', async () => {
  const mail = await findMail('order_confirmation');
  await sendMail(ctx, mail.id);
  await sendMail(ctx, mail.id);
  expect(received.length).toBe(1);
});

test('a mail that is refused temporarily is retried with the same id', async () => {
  const mail = await findMail('ticket', 'ben@example.org');
  answer = { code: 451, message: 'ben@example.org: try later' };
  await expect(sendMail(ctx, mail.id)).rejects.toThrow(
    'The mail server did not take the mail (RCPT TO 451).',
  );
  expect(await findMail('ticket', 'ben@example.org')).toMatchObject({
    sentAt: null,
    failedAt: null,
    failure: 'The mail server did not take the mail (RCPT TO 451).',
  });
  answer = null;
  await sendMail(ctx, mail.id);
  expect(received.map((one) => one.messageId)).toEqual([`<${mail.messageId}>`]);
  expect(await findMail('ticket', 'ben@example.org')).toMatchObject({ sentAt: NOW, failure: null });
});

test('after the last try a mail is marked as failed', async () => {
  answer = { code: 451, message: 'Try later' };
  const mail = await findMail('ticket', 'ben@example.org');
  await expect(sendMail(ctx, mail.id, { isLast: true })).rejects.toThrow('RCPT TO 451');
  expect((await findMail('ticket', 'ben@example.org')).failedAt).toEqual(NOW);
});

test('a recipient that the server refuses for good is not retried', async () => {
  answer = { code: 550, message: 'No such user' };
  const mail = await findMail('ticket', 'ben@example.org');
  await sendMail(ctx, mail.id);
  expect(await findMail('ticket', 'ben@example.org')).toMatchObject({
    sentAt: null,
    failedAt: NOW,
    failure: '550 No such user',
  });
  answer = null;
  await sendMail(ctx, mail.id);
  expect(received).toEqual([]);
});

test.each(['refunded', 'review', 'cancelled'] as const)(
  'no ticket goes out for an order that is %s',
  async (paymentStatus) => {
    await database.db.update(orders).set({ paymentStatus });
    for (const mail of await database.db.select().from(mails)) await sendMail(ctx, mail.id);
    expect(received).toEqual([]);
    const failures = await database.db.select({ failure: mails.failure }).from(mails);
    expect(failures).toEqual(
      Array.from({ length: 3 }, () => ({ failure: `The order is ${paymentStatus}.` })),
    );
  },
);

test('a ticket does not go to an address that has been corrected since', async () => {
  const mail = await findMail('ticket', 'ben@example.org');
  await database.db
    .update(registrations)
    .set({ email: 'benjamin@example.org' })
    .where(eq(registrations.email, 'ben@example.org'));
  await sendMail(ctx, mail.id);
  expect(received).toEqual([]);
  expect((await findMail('ticket', 'ben@example.org')).failure).toBe('The address has changed since.');
});

test('a person named later gets only their own ticket', async () => {
  const [, , , dan] = await database.db.select().from(registrations).orderBy(registrations.id);
  await database.db.transaction((tx) => queueTicketMail(tx, ctx, order, dan!));
  const rows = await database.db.select().from(mails);
  await sendMail(ctx, rows.find((row) => row.subjectKey.startsWith('registration:'))!.id);
  expect(received[0]!.subject).toBe('Your ticket for Digital Safety Summit, September 20, 2025');
  const codes = [...received[0]!.text!.matchAll(/Ticket code: (\S+)/g)].map((match) => match[1]);
  expect(codes).toEqual([(await tokens())[3]]);
});

test("a refund notice goes out whatever the order's status", async () => {
  const id = '5f0c8e9a-0000-4000-8000-000000000001';
  await database.db.update(orders).set({ paymentStatus: 'expired' });
  await database.db.insert(refunds).values({
    ...{ id, orderId: order.id, provider: 'stripe', moneyRef: 'pi_1', amount: 20_000, currency: 'usd' },
    ...{ reason: 'late_payment', state: 'pending', requestedBy: 'system', createdAt: NOW },
  });
  await database.db.transaction((tx) => queueRefundNotice(tx, ctx, order, id));
  await sendMail(ctx, (await findMail('refund_notice')).id);
  expect(received[0]!.subject).toBe('We are returning $200.00 to you (DSS000001)');
  expect(received[0]!.text).toContain('the whole amount goes back to you: $200.00');
  expect(received[0]!.attachments).toEqual([]);
});

describe('a failed refund', () => {
  const id = '5f0c8e9a-0000-4000-8000-000000000002';
  const fail = () => database.db.update(refunds).set({ state: 'failed' }).where(eq(refunds.id, id));
  beforeEach(async () => {
    await database.db.delete(refunds);
    await database.db.insert(refunds).values({
      ...{ id, orderId: order.id, provider: 'stripe', moneyRef: 'pi_1', amount: 2_000, currency: 'usd' },
      ...{ reason: 'buyer', state: 'succeeded', requestedBy: 'admin@example.org', createdAt: NOW },
    });
    await database.db.transaction(async (tx) => {
      await queueRefundNotice(tx, ctx, order, id);
      await queueRefundCorrection(tx, ctx, order, id);
    });
  });

  test('sends a correction after its notice, never before', async () => {
    await expect(sendMail(ctx, (await findMail('refund_failed')).id)).rejects.toThrow('under way');
    await sendMail(ctx, (await findMail('refund_notice')).id);
    await fail();
    await sendMail(ctx, (await findMail('refund_failed')).id);
    expect(received.map((one) => one.subject)).toEqual([
      'We are returning $20.00 to you (DSS000001)',
      'Your refund of $20.00 did not go through (DSS000001)',
    ]);
  });

  test('that was never announced sends neither mail', async () => {
    await fail();
    await sendMail(ctx, (await findMail('refund_notice')).id);
    await sendMail(ctx, (await findMail('refund_failed')).id);
    expect(received).toEqual([]);
    expect((await findMail('refund_notice')).failure).toBe('The refund has failed.');
    expect((await findMail('refund_failed')).failure).toBe('The refund was never announced.');
  });
});

test("a canceled ticket's mail goes to its present address, unless the ticket is valid again", async () => {
  const people = await database.db.select().from(registrations).orderBy(registrations.id);
  const refundId = '5f0c8e9a-0000-4000-8000-000000000003';
  await database.db.transaction((tx) => queueTicketEndedMails(tx, ctx, order, people, refundId));
  const queued = (await database.db.select().from(mails)).filter((mail) => mail.kind === 'ticket_ended');
  expect(queued.map((mail) => mail.recipient)).toEqual([
    'ben@example.org',
    'family@example.org',
    'Family@example.org',
  ]);
  const [, ben, cara] = people;
  await database.db.update(registrations).set({ voidedAt: NOW });
  await database.db.update(registrations).set({ voidedAt: null }).where(eq(registrations.id, ben!.id));
  await database.db
    .update(registrations)
    .set({ email: 'cara@example.org' })
    .where(eq(registrations.id, cara!.id));
  for (const { id } of queued) await sendMail(ctx, id);
  expect(received.map((one) => one.to?.[0]?.address)).toEqual(['Family@example.org']);
  expect(received[0]!.text).toContain('The ticket of Dan Example');
});

test('the template edited by staff is the one sent', async () => {
  await withTemplate({ subject: 'See you, {{ recipient.firstName }}', fromName: 'The team' }, async () => {
    await sendMail(ctx, (await findMail('ticket', 'ben@example.org')).id);
    expect(received[0]!.subject).toBe('See you, Ben');
    expect(received[0]!.from).toEqual({ name: 'The team', address: 'tickets@example.org' });
  });
});

test('a template that cannot be filled in keeps the mail waiting, and the error names it', async () => {
  await withTemplate({ htmlContent: '{{ order.url }}' }, async (id) => {
    const sending = sendMail(ctx, (await findMail('ticket', 'ben@example.org')).id);
    await expect(sending).rejects.toThrow(`The email template ${id} cannot be filled in`);
  });
  await sendMail(ctx, (await findMail('ticket', 'ben@example.org')).id);
  expect(received.length).toBe(1);
});

test('the log identifies mails by id, and names nobody', async () => {
  await sendMail(ctx, (await findMail('order_confirmation')).id);
  answer = { code: 550, message: 'ben@example.org is unknown' };
  await sendMail(ctx, (await findMail('ticket', 'ben@example.org')).id);
  const lines = logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line.msg)).toEqual(['a mail was sent', 'a mail cannot be sent']);
  expect(logged).not.toMatch(/@|Ana|Ben|Sample/);
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
    await issueTickets(tx, ctx, people);
    await queueOrderMails(tx, ctx, row!, people);
  });
  return row!;
}

async function findMail(kind: (typeof mails.$inferSelect)['kind'], recipient?: string) {
  const rows = await database.db.select().from(mails);
  return rows.find((row) => row.kind === kind && (!recipient || row.recipient.toLowerCase() === recipient))!;
}

async function tokens(): Promise<string[]> {
  const rows = await database.db.select().from(qrCodes).orderBy(qrCodes.registrationId);
  return rows.map((row) => row.qrCodeData);
}

async function withTemplate(
  change: Partial<typeof emailTemplates.$inferInsert>,
  run: (id: number) => Promise<void>,
): Promise<void> {
  const isTicket = eq(emailTemplates.type, 'ticket');
  const [before] = await database.db.select().from(emailTemplates).where(isTicket);
  await database.db.update(emailTemplates).set(change).where(isTicket);
  try {
    await run(before!.id);
  } finally {
    await database.db.update(emailTemplates).set(before!).where(isTicket);
  }
}

function startServer(): SMTPServer {
  return new SMTPServer({
    logger: false,
    authOptional: true,
    onRcptTo: (_address, _session, done) =>
      done(answer ? Object.assign(new Error(answer.message), { responseCode: answer.code }) : null),
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
