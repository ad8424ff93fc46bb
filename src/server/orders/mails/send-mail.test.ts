import { expect, test } from 'vitest';
import { NOW, setOutbox, TEAM } from '#test/outbox.ts';
import { codesOf, textOfPages } from '#test/read-pdf.ts';
import { DrizzleQueryError, eq, sql } from '../../db/drizzle.ts';
import {
  emailTemplates,
  mails,
  orders,
  paymentLedger,
  qrCodes,
  refunds,
  registrations,
} from '../../db/tables.ts';
import { queueTicketAgain, queueTicketMail, queueWaitingTickets } from './queue-ticket-mails.ts';
import { sendMail } from './send-mail.ts';

const outbox = setOutbox();

test('the organizer gets every ticket, the link to the order, and the dates', async () => {
  const mail = await outbox.findMail('order_confirmation');
  await sendMail(outbox.ctx, mail.id);
  const [got] = outbox.received;
  expect(got!.subject).toBe('You’re in: Digital Safety Summit, September 20, 2025');
  expect(got!.to).toEqual([{ name: '', address: 'ana@example.org' }]);
  expect(got!.from).toEqual({ name: 'Summit: Tickets', address: 'tickets@example.org' });
  expect(got!.messageId).toBe(`<${mail.id}@summit.example.org>`);
  for (const said of [got!.html!, got!.text!]) {
    expect(said).toContain(`https://summit.example.org/confirmation/${outbox.order.transactionId}`);
    expect(said).toContain('DSS000001');
    expect(said).toContain('$200.00');
    expect(said).not.toContain('Refunded');
    expect(said).toContain('6 of your 10 seats');
    expect(said).toContain('page, or send your team a link.');
    expect(said).toContain('Name your seats, or let your team do it');
    for (const person of TEAM) expect(said).toContain(`${person.firstName} ${person.lastName}`);
    for (const token of await outbox.tokens()) expect(said).toContain(token);
  }
  const shown = [...got!.html!.matchAll(/src="cid:([^"]+)"/g)].map((match) => `<${match[1]}>`);
  const pictures = got!.attachments.filter((one) => one.mimeType === 'image/png');
  expect(pictures.map((one) => one.contentId)).toEqual(shown);
  expect(shown.length).toBe(4);
  const [tickets, receipt] = got!.attachments.filter((one) => one.mimeType === 'application/pdf');
  expect(receipt!.filename).toMatch(/^receipt-DSS\d{6}\.pdf$/);
  expect(Buffer.from(receipt!.content as ArrayBuffer).toString('latin1', 0, 5)).toBe('%PDF-');
  expect(tickets!.filename).toBe('digital-safety-summit-tickets.pdf');
  const codes = await codesOf(new Uint8Array(tickets!.content as ArrayBuffer));
  expect(codes.map(({ text }) => text)).toEqual(await outbox.tokens());
  const [calendar] = got!.attachments.filter((one) => one.mimeType === 'text/calendar');
  expect(calendar!.filename).toBe('digital-safety-summit.ics');
  expect((await outbox.findMail('order_confirmation')).sentAt).toEqual(NOW);
});

test('a mail is not sent again if no connection was free right after the mail server accepted it', async () => {
  const mail = await outbox.findMail('order_confirmation');
  const { db } = outbox.ctx;
  let failures = 2;
  const update: typeof db.update = (table) => {
    failures -= 1;
    if (failures < 0) return db.update(table);
    throw new DrizzleQueryError('BEGIN', [], new Error('timeout exceeded when trying to connect'));
  };
  await sendMail({ ...outbox.ctx, db: Object.assign(Object.create(db), { update }) }, mail.id);
  await sendMail(outbox.ctx, mail.id);
  expect([failures, outbox.received.length]).toEqual([-1, 1]);
});

test.each([
  ['trainer', 'Training on September 19'],
  ['both', 'Training on September 19 and conference on September 20'],
] as const)('the summary of an order for %s says so, and on which days', async (eventType, words) => {
  await outbox.db.update(orders).set({ eventType });
  await sendMail(outbox.ctx, (await outbox.findMail('order_confirmation')).id);
  const { html, text } = outbox.received[0]!;
  expect(text).toContain(`\nPackage: 10-Person Package\nFor: ${words}\nSeats: 10\n`);
  expect(html).toMatch(new RegExp(`>For</td><td[^>]*>${words}</td>`));
});

test('a confirmation that is still waiting when all seats are canceled is not sent', async () => {
  await outbox.db.update(registrations).set({ voidedAt: NOW });
  await outbox.db.update(orders).set({ seatsReturned: 10 });
  await sendMail(outbox.ctx, (await outbox.findMail('order_confirmation')).id);
  expect(outbox.received.map(({ text }) => text)).toEqual([]);
  expect(await outbox.findMail('order_confirmation')).toMatchObject({ unneeded: true, failedAt: NOW });
});

test('a seat returned by a refund does not count as unnamed', async () => {
  await outbox.db.update(orders).set({ seatsReturned: 5 });
  await sendMail(outbox.ctx, (await outbox.findMail('order_confirmation')).id);
  expect(outbox.received[0]!.text).toContain('1 of your 5 seats still needs a name.');
});

test('a confirmation that is sent again after a refund says what was refunded', async () => {
  await outbox.refund(20_00);
  await outbox.capture(200_00);
  await outbox.refund(200_00, 'duplicate');
  // A refund that the provider canceled has returned nothing, so its payment is still here.
  await outbox.capture(5_00);
  await outbox.refund(5_00, 'duplicate');
  await outbox.db.update(refunds).set({ state: 'canceled' }).where(eq(refunds.amount, 5_00));
  await outbox.db.update(orders).set({ seatsReturned: 1, paymentStatus: 'partially_refunded' });
  await sendMail(outbox.ctx, (await outbox.findMail('order_confirmation')).id);
  const { html, text } = outbox.received[0]!;
  expect(text).toContain('Seats: 9\nTotal: $200.00\nPaid: $205.00\nRefunded: $20.00\n');
  const cells = [...html!.matchAll(/<td class="(?:quiet|ink) rule"[^>]*>([^<]+)/g)].map(([, cell]) => cell);
  expect(cells.slice(-4)).toEqual(['Paid', '$205.00', 'Refunded', '$20.00']);
});

test.each([
  ['of another amount says that and what was paid', 195_00, 'Total: $200.00\nPaid: $195.00'],
  ['of a free order says nothing of a payment', 0, 'Total: $0.00'],
])('a confirmation %s', async (_, paid, words) => {
  await outbox.db.update(paymentLedger).set({ amount: paid });
  if (paid === 0) await outbox.db.update(orders).set({ totalAmount: 0 });
  await sendMail(outbox.ctx, (await outbox.findMail('order_confirmation')).id);
  const { html, text } = outbox.received[0]!;
  expect(text).toContain(`Seats: 10\n${words}\n\n`);
  const cells = [...html!.matchAll(/<td class="(?:quiet|ink) rule"[^>]*>([^<]+)/g)].map(([, cell]) => cell);
  expect(cells.slice(7).join(' ')).toBe(words.replaceAll(/[:\n]+ ?/g, ' '));
});

test.each([
  ['order_confirmation', '2025-09-20T22:59:00Z', true],
  ['order_confirmation', '2025-09-20T23:00:00Z', false],
  ['ticket', '2025-09-20T22:59:00Z', true],
  ['ticket', '2025-09-20T23:00:00Z', false],
] as const)('%s that is sent again at %s invites to the event: %s', async (kind, at, isInviting) => {
  await sendMail({ ...outbox.ctx, now: new Date(at) }, (await outbox.findMail(kind)).id);
  const { text = '', html = '' } = outbox.received[0]!;
  const ahead =
    /look forward|needs? a name|give the seat|Add the attached|Bring the|You have a seat|[Cc]ome early/;
  for (const said of [text, html]) expect(ahead.test(said)).toBe(isInviting);
});

test("after the deadline for naming seats, the organizer names them on the order's page", async () => {
  const mail = await outbox.findMail('order_confirmation');
  await sendMail({ ...outbox.ctx, now: new Date('2025-09-19T12:00:00Z') }, mail.id);
  const [got] = outbox.received;
  for (const said of [got!.html!, got!.text!]) {
    expect(said).toMatch(/Name them on your order[’']s page\. Each person gets a ticket by email\./);
    expect(said).toContain('See or change your team’s seats');
    expect(said).not.toMatch(/your team[’']s page|let your team|send your team/);
  }
});

test("an attendee's mail reveals nothing about the order or other people", async () => {
  await sendMail(outbox.ctx, (await outbox.findMail('ticket', 'ben@example.org')).id);
  const [got] = outbox.received;
  expect(got!.to).toEqual([{ name: '', address: 'ben@example.org' }]);
  const [ana, ben, cara, dan] = await outbox.tokens();
  const calendar = got!.attachments.find((one) => one.mimeType === 'text/calendar')!;
  // The base64 of a picture may contain any three letters, such as a short name.
  const isEncoded = (line: string) => /^[A-Za-z0-9+/]+={0,2}$/.test(line);
  const raw = got!.raw.split('\r\n').filter((line) => !isEncoded(line));
  const whole = `${raw.join('\n')}${got!.html}${got!.text}${new TextDecoder().decode(calendar.content as ArrayBuffer)}`;
  expect(whole).toContain(ben);
  for (const foreign of [
    outbox.order.transactionId,
    ana,
    cara,
    dan,
    'Ana',
    'Cara',
    'ana@',
    'family@',
    'DSS000',
    '$200',
  ]) {
    expect(whole).not.toContain(foreign);
  }
});

test("an attendee's mail attaches their own ticket and nobody else's", async () => {
  await sendMail(outbox.ctx, (await outbox.findMail('ticket', 'ben@example.org')).id);
  const files = outbox.received[0]!.attachments.filter((one) => one.mimeType === 'application/pdf');
  expect(files.map(({ filename }) => filename)).toEqual(['digital-safety-summit-ticket.pdf']);
  const file = new Uint8Array(files[0]!.content as ArrayBuffer);
  const [, ben] = await outbox.tokens();
  expect((await codesOf(file)).map(({ text }) => text)).toEqual([ben]);
  const [page] = await textOfPages(file);
  expect(page).toContain('Ben Sample');
  expect(page).not.toMatch(/Ana|Cara|Dan|@example.org .*@/);
});

test('a ticket’s page is linked only in mail to its holder’s address, the buyer’s included (R-TICKET-1)', async () => {
  const codes = await outbox.db.select().from(qrCodes).orderBy(qrCodes.registrationId);
  const [ana, ben, cara, dan] = codes.map(({ pageKey }) => pageKey);
  const linked = async (mail: { id: string }) => {
    await sendMail(outbox.ctx, mail.id);
    const { html, text } = outbox.received.at(-1)!;
    const keysIn = (said: string) =>
      [...said.matchAll(/https:\/\/summit\.example\.org\/my-ticket#(M\w+)/g)].map(([, key]) => key);
    expect(keysIn(html!)).toEqual(keysIn(text!));
    return keysIn(html!);
  };
  expect(await linked(await outbox.findMail('order_confirmation'))).toEqual([ana]);
  expect(await linked(await outbox.findMail('ticket', 'ben@example.org'))).toEqual([ben]);
  expect(await linked(await outbox.findMail('ticket', 'family@example.org'))).toEqual([cara, dan]);
});

test('a calendar gets each day once: the buyer’s own ticket has the ids of the confirmation', async () => {
  const [ana] = await outbox.db.select().from(registrations).orderBy(registrations.id);
  await outbox.db.transaction((tx) => queueTicketAgain(tx, outbox.ctx, outbox.order, ana!));
  const idsIn = async (mail: { id: string }) => {
    await sendMail(outbox.ctx, mail.id);
    const file = outbox.received.at(-1)!.attachments.find((one) => one.mimeType === 'text/calendar')!;
    const lines = new TextDecoder().decode(file.content as ArrayBuffer).replaceAll('\r\n ', '');
    return [...lines.matchAll(/^UID:(.*)-conference@/gm)].map(([, owner]) => owner);
  };
  expect(await idsIn(await outbox.findMail('order_confirmation'))).toEqual(['order-1']);
  expect(await idsIn(await outbox.findMail('ticket', 'ana@example.org'))).toEqual(['order-1']);
  expect(await idsIn(await outbox.findMail('ticket', 'ben@example.org'))).toEqual(['registration-2']);
});

test('people who share an address get one mail with their tickets', async () => {
  await sendMail(outbox.ctx, (await outbox.findMail('ticket', 'family@example.org')).id);
  const [, , cara, dan] = await outbox.tokens();
  expect(outbox.received.length).toBe(1);
  expect(outbox.received[0]!.subject).toBe('Your tickets for Digital Safety Summit, September 20, 2025');
  expect([...outbox.received[0]!.text!.matchAll(/Ticket code: (\S+)/g)].map((match) => match[1])).toEqual([
    cara,
    dan,
  ]);
});

test('a sent mail is never sent again', async () => {
  const mail = await outbox.findMail('order_confirmation');
  await sendMail(outbox.ctx, mail.id);
  await sendMail(outbox.ctx, mail.id);
  expect(outbox.received.length).toBe(1);
});

test('a mail that is refused temporarily is retried with the same id', async () => {
  const mail = await outbox.findMail('ticket', 'ben@example.org');
  outbox.setResponse({ code: 451, message: 'ben@example.org: try later' });
  await expect(sendMail(outbox.ctx, mail.id)).rejects.toThrow(
    'The mail server did not accept the email (RCPT TO 451).',
  );
  expect(await outbox.findMail('ticket', 'ben@example.org')).toMatchObject({
    sentAt: null,
    failedAt: null,
    failure: 'The mail server did not accept the email (RCPT TO 451).',
  });
  outbox.setResponse(null);
  await sendMail(outbox.ctx, mail.id);
  expect(outbox.received.map((one) => one.messageId)).toEqual([`<${mail.messageId}>`]);
  expect(await outbox.findMail('ticket', 'ben@example.org')).toMatchObject({ sentAt: NOW, failure: null });
});

test('after the last try a mail is marked as failed', async () => {
  outbox.setResponse({ code: 451, message: 'Try later' });
  const mail = await outbox.findMail('ticket', 'ben@example.org');
  await expect(sendMail(outbox.ctx, mail.id, { isLast: true })).rejects.toThrow('RCPT TO 451');
  expect((await outbox.findMail('ticket', 'ben@example.org')).failedAt).toEqual(NOW);
});

test('a recipient that the server refuses for good is not retried', async () => {
  outbox.setResponse({ code: 550, message: 'No such user' });
  const mail = await outbox.findMail('ticket', 'ben@example.org');
  await sendMail(outbox.ctx, mail.id);
  expect(await outbox.findMail('ticket', 'ben@example.org')).toMatchObject({
    sentAt: null,
    failedAt: NOW,
    failure: '550 No such user',
  });
  outbox.setResponse(null);
  await sendMail(outbox.ctx, mail.id);
  expect(outbox.received).toEqual([]);
});

test.each(['refunded', 'cancelled'] as const)(
  'no ticket goes out for an order that is %s',
  async (paymentStatus) => {
    await outbox.db.update(orders).set({ paymentStatus });
    for (const mail of await outbox.db.select().from(mails)) await sendMail(outbox.ctx, mail.id);
    expect(outbox.received).toEqual([]);
    const failures = await outbox.db.select({ failure: mails.failure }).from(mails);
    expect(failures).toEqual(
      Array.from({ length: 3 }, () => ({ failure: `The order is ${paymentStatus}.` })),
    );
  },
);

test('the tickets of an order under review wait for the decision', async () => {
  await outbox.db.update(orders).set({ paymentStatus: 'review' });
  const { id } = await outbox.findMail('ticket', 'ben@example.org');
  // Waiting is no failure, not even at the last try.
  await sendMail(outbox.ctx, id, { isLast: true });
  const failure = 'The order is under review.';
  const waiting = { sentAt: null, failedAt: null, failure };
  expect(await outbox.findMail('ticket', 'ben@example.org')).toMatchObject(waiting);
  expect(outbox.logged()).toBe('');

  const queued = async () => {
    await queueWaitingTickets(outbox.db, outbox.ctx);
    const { rows } = await outbox.db.execute(sql`SELECT data ->> 'mailId' AS id FROM jobs.job`);
    return rows.map((row) => row.id);
  };
  await outbox.db.execute(sql`DELETE FROM jobs.job`);
  expect(await queued()).toEqual([]);
  await outbox.db.update(orders).set({ paymentStatus: 'partially_refunded' });
  expect(await queued()).toEqual([id]);
  // A job that was just ending would have dropped it, so that it is queued again until it is tried.
  await outbox.db.execute(sql`DELETE FROM jobs.job`);
  expect(await queued()).toEqual([id]);
  await sendMail(outbox.ctx, id);
  expect(outbox.received.map(({ to }) => to![0]!.address)).toEqual(['ben@example.org']);
  await outbox.db.execute(sql`DELETE FROM jobs.job`);
  expect(await queued()).toEqual([]);
});

test('a ticket that waited for a decision ends with its order', async () => {
  await outbox.db.update(orders).set({ paymentStatus: 'review' });
  const { id } = await outbox.findMail('ticket', 'ben@example.org');
  await sendMail(outbox.ctx, id);
  await outbox.db.delete(orders);
  await outbox.db.execute(sql`DELETE FROM jobs.job`);
  await queueWaitingTickets(outbox.db, outbox.ctx);
  expect(await outbox.db.$count(sql`jobs.job`)).toBe(1);
  await sendMail(outbox.ctx, id);
  const { failedAt, failure } = await outbox.findMail('ticket', 'ben@example.org');
  expect([failedAt, failure]).toEqual([NOW, 'The order was deleted.']);
});

test('a ticket does not go to an address that has been corrected since', async () => {
  const mail = await outbox.findMail('ticket', 'ben@example.org');
  await outbox.db
    .update(registrations)
    .set({ email: 'benjamin@example.org' })
    .where(eq(registrations.email, 'ben@example.org'));
  await sendMail(outbox.ctx, mail.id);
  expect(outbox.received).toEqual([]);
  expect((await outbox.findMail('ticket', 'ben@example.org')).failure).toBe(
    'Nobody at this address has a ticket now.',
  );
});

test('a person named later gets only their own ticket', async () => {
  const [, , , dan] = await outbox.db.select().from(registrations).orderBy(registrations.id);
  await outbox.db.transaction((tx) => queueTicketMail(tx, outbox.ctx, outbox.order, dan!));
  const rows = await outbox.db.select().from(mails);
  await sendMail(outbox.ctx, rows.find((row) => row.subjectKey.startsWith('registration:'))!.id);
  expect(outbox.received[0]!.subject).toBe('Your ticket for Digital Safety Summit, September 20, 2025');
  const codes = [...outbox.received[0]!.text!.matchAll(/Ticket code: (\S+)/g)].map((match) => match[1]);
  expect(codes).toEqual([(await outbox.tokens())[3]]);
});

test('the template edited by staff is the one sent', async () => {
  await withTemplate({ subject: 'See you, {{ recipient.firstName }}', fromName: 'The team' }, async () => {
    await sendMail(outbox.ctx, (await outbox.findMail('ticket', 'ben@example.org')).id);
    expect(outbox.received[0]!.subject).toBe('See you, Ben');
    expect(outbox.received[0]!.from).toEqual({ name: 'The team', address: 'tickets@example.org' });
  });
});

test('a template that cannot be rendered keeps the mail queued, and the error names it', async () => {
  await withTemplate({ htmlContent: '{{ order.url }}' }, async (id) => {
    const sending = sendMail(outbox.ctx, (await outbox.findMail('ticket', 'ben@example.org')).id);
    await expect(sending).rejects.toThrow(`The email template ${id} cannot be filled in`);
  });
  await sendMail(outbox.ctx, (await outbox.findMail('ticket', 'ben@example.org')).id);
  expect(outbox.received.length).toBe(1);
});

test('a mistake in a template that only this mail shows is stored in the editor’s words, and not logged', async () => {
  const { id: mailId } = await outbox.findMail('ticket', 'ben@example.org');
  const block = '{% assign block = recipient.firstName %}{% include block %}';
  for (const [change, sentence] of [
    [
      { htmlContent: "<p>Hello</p>\n{% if recipient.firstName == 'Ben' %}{{ order.url }}{% endif %}" },
      'HTML content: line 2: this email has no variable “order”.',
    ],
    [{ textContent: block }, 'Text content: line 1: there is no block “Ben” to include.'],
  ] as const) {
    await withTemplate(change, async (id) => {
      await expect(sendMail(outbox.ctx, mailId)).rejects.toThrow(
        new Error(`The email template ${id} cannot be filled in; mails.failure says why.`),
      );
      expect((await outbox.findMail('ticket', 'ben@example.org')).failure).toBe(
        `The email template ${id} cannot be filled in. ${sentence}`,
      );
    });
  }
});

test('the log identifies mails by id, and names nobody', async () => {
  await sendMail(outbox.ctx, (await outbox.findMail('order_confirmation')).id);
  outbox.setResponse({ code: 550, message: 'ben@example.org is unknown' });
  await sendMail(outbox.ctx, (await outbox.findMail('ticket', 'ben@example.org')).id);
  await outbox.db.update(orders).set({ paymentStatus: 'refunded' });
  await sendMail(outbox.ctx, (await outbox.findMail('ticket', 'family@example.org')).id);
  const lines = outbox
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => [line.level, line.msg, line.reason])).toEqual([
    [30, 'a mail was sent', undefined],
    [40, 'a mail cannot be sent', undefined],
    [30, 'a mail is no longer needed', 'The order is refunded.'],
  ]);
  expect(outbox.logged()).not.toMatch(/@|Ana|Ben|Sample/);
});

async function withTemplate(
  change: Partial<typeof emailTemplates.$inferInsert>,
  run: (id: number) => Promise<void>,
): Promise<void> {
  const isTicket = eq(emailTemplates.type, 'ticket');
  const [before] = await outbox.db.select().from(emailTemplates).where(isTicket);
  await outbox.db.update(emailTemplates).set(change).where(isTicket);
  try {
    await run(before!.id);
  } finally {
    await outbox.db.update(emailTemplates).set(before!).where(isTicket);
  }
}
