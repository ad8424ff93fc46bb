import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ERASED } from '#domain/erased.ts';
import { NOW, setOutbox } from '#test/outbox.ts';
import { eq } from '../../db/drizzle.ts';
import { claimLinks, emailTemplates, type MailRow, mails, orders, registrations } from '../../db/tables.ts';
import { listUndelivered } from './list-undelivered.ts';
import { linkKey } from './order-mail.ts';
import { queueMails, queueToBuyer } from './queue-mails.ts';
import { queueTicketAgain } from './queue-ticket-mails.ts';
import { sendMail } from './send-mail.ts';

const outbox = setOutbox();
const LATER = new Date('2025-08-01T17:00:00Z');
const BEN = 'ben@example.org';
const NO_SUCH_USER = { code: 550, message: 'No such user' };

test('staff see which emails the mail server refused, with the reason, newest first', async () => {
  await refuse(await outbox.findMail('ticket', BEN));
  outbox.setResponse({ code: 550, message: 'm'.repeat(300) });
  await sendMail({ ...outbox.ctx, now: LATER }, (await outbox.findMail('order_confirmation')).id);
  const order = { orderId: outbox.order.id, buyer: 'Ana Sample', id: expect.any(String) };
  expect(await listUndelivered(outbox.ctx)).toEqual([
    {
      ...{ ...order, kind: 'order_confirmation', recipient: 'ana@example.org' },
      ...{ failedAt: LATER.toISOString(), reason: `550 ${'m'.repeat(196)}` },
    },
    {
      ...{ ...order, kind: 'ticket', recipient: BEN },
      ...{ failedAt: NOW.toISOString(), reason: '550 No such user' },
    },
  ]);
});

test('one that is sent again leaves the list, and comes back if it is refused again', async () => {
  const first = await outbox.findMail('ticket', BEN);
  await refuse(first);
  const again = await queueBensTicket();
  expect(await listed()).toEqual([]);
  await outbox.db.update(mails).set({ unneeded: true }).where(eq(mails.id, again.id));
  expect(await listed()).toEqual([['ticket', first.id]]);
  await refuse(again);
  expect(await listed()).toEqual([['ticket', again.id]]);
  outbox.setResponse(null);
  await sendMail(outbox.ctx, (await queueBensTicket(new Date('2025-08-01T18:00:00Z'))).id);
  expect(await listed()).toEqual([]);
});

test('a notice that cannot be sent again leaves the list with the confirmation, but not the other way around', async () => {
  const toBuyer = async (kind: MailRow['kind'], now: Date) => {
    const ctx = { ...outbox.ctx, now };
    await outbox.db.transaction((tx) =>
      queueToBuyer(tx, ctx, outbox.order, kind, `${kind}:${now.getTime()}`),
    );
    return newest();
  };
  const confirmation = await outbox.findMail('order_confirmation');
  await refuse(confirmation);
  const change = await toBuyer('team_change', LATER);
  // Anyone else's ticket at the buyer's address isn't the confirmation, either.
  await toBuyer('ticket', LATER);
  await outbox.db.update(mails).set({ failedAt: LATER }).where(eq(mails.id, change.id));
  expect(await listed()).toEqual([
    ['team_change', change.id],
    ['order_confirmation', confirmation.id],
  ]);
  await toBuyer('order_confirmation', new Date('2025-08-01T18:00:00Z'));
  expect(await listed()).toEqual([]);
});

test('one to an address that was corrected, or that nobody in the order has anymore, leaves the list', async () => {
  await refuse(await outbox.findMail('ticket', BEN));
  await refuse(await outbox.findMail('order_confirmation'));
  const isBens = eq(registrations.email, BEN);
  await outbox.db.update(registrations).set({ email: 'BEN@example.org' }).where(isBens);
  expect((await listed()).map(([kind]) => kind).toSorted()).toEqual(['order_confirmation', 'ticket']);
  await outbox.db
    .update(registrations)
    .set({ voidedAt: NOW })
    .where(eq(registrations.email, 'BEN@example.org'));
  expect((await listed()).map(([kind]) => kind)).toEqual(['order_confirmation']);
  await outbox.db
    .update(registrations)
    .set({ email: 'anna@example.org' })
    .where(eq(registrations.isOrganizer, true));
  await outbox.db.update(orders).set({ organizerEmail: 'anna@example.org' });
  expect(await listed()).toEqual([]);
});

test.each([
  ['was refunded', () => outbox.db.update(orders).set({ paymentStatus: 'refunded' })],
  [
    'has no seat left',
    async () => {
      await outbox.db.update(registrations).set({ voidedAt: NOW });
      await outbox.db.update(orders).set({ seatsReturned: orders.teamMemberCount });
    },
  ],
  ['was deleted', () => outbox.db.delete(orders)],
])('those of an order that %s are not listed', async (_what, end) => {
  await refuse(await outbox.findMail('order_confirmation'));
  expect((await listed()).length).toBe(1);
  await end();
  expect(await listed()).toEqual([]);
});

test('what waits, was no longer needed, or went to somebody who was erased is not listed', async () => {
  const waiting = await outbox.findMail('ticket', BEN);
  await outbox.db.update(orders).set({ paymentStatus: 'review' });
  await sendMail(outbox.ctx, waiting.id);
  await outbox.db.update(orders).set({ paymentStatus: 'completed', organizerEmail: ERASED.email });
  await outbox.db
    .update(mails)
    .set({ failedAt: NOW, recipient: ERASED.email })
    .where(eq(mails.kind, 'order_confirmation'));
  const link = {
    kind: 'claim_invitation',
    subjectKey: 'link:gone',
    recipient: 'family@example.org',
  } as const;
  await outbox.db.transaction((tx) => queueMails(tx, { ...outbox.ctx, now: LATER }, outbox.order, [link]));
  await sendMail(outbox.ctx, (await newest()).id);
  expect((await newest()).failure).toBe('The invitation is gone.');
  expect(await listed()).toEqual([]);
});

test('a ticket of one of two people at an address does not replace the other’s', async () => {
  const mail = await outbox.findMail('ticket', BEN);
  await refuse(mail);
  const [ben] = await outbox.db.select().from(registrations).where(eq(registrations.email, BEN));
  const { id: _, ...rest } = ben!;
  const [cy] = await outbox.db
    .insert(registrations)
    .values({ ...rest, seat: randomUUID(), firstName: 'Cy' })
    .returning();
  await queueBensTicket();
  expect(await listed()).toEqual([['ticket', mail.id]]);
  const later = { ...outbox.ctx, now: new Date('2025-08-01T18:00:00Z') };
  await outbox.db.transaction((tx) => queueTicketAgain(tx, later, outbox.order, cy!));
  expect(await listed()).toEqual([]);
});

test('an invitation is listed until it is withdrawn', async () => {
  const [link] = await outbox.db
    .insert(claimLinks)
    .values({
      ...{
        id: randomUUID(),
        orderId: outbox.order.id,
        key: 'k'.repeat(22),
        forTeam: false,
        mailedTo: 'eve@example.org',
      },
      createdAt: LATER,
    })
    .returning();
  const subjectKey = linkKey(link!.id);
  const invitation = { kind: 'claim_invitation', subjectKey, recipient: 'eve@example.org' } as const;
  await outbox.db.transaction((tx) =>
    queueMails(tx, { ...outbox.ctx, now: LATER }, outbox.order, [invitation]),
  );
  await refuse(await newest());
  expect((await listed()).map(([kind]) => kind)).toEqual(['claim_invitation']);
  await outbox.db.update(claimLinks).set({ withdrawnAt: LATER });
  expect(await listed()).toEqual([]);
});

test('those whose template was switched off are not listed', async () => {
  await outbox.db.update(emailTemplates).set({ isActive: false });
  const { id } = await outbox.findMail('ticket', BEN);
  await sendMail(outbox.ctx, id);
  await outbox.db.update(emailTemplates).set({ isActive: true });
  expect((await outbox.findMail('ticket', BEN)).failedAt).toEqual(NOW);
  expect(await listed()).toEqual([]);
});

async function refuse(mail: MailRow): Promise<void> {
  outbox.setResponse(NO_SUCH_USER);
  await sendMail(outbox.ctx, mail.id);
}

async function queueBensTicket(now = LATER): Promise<MailRow> {
  const [ben] = await outbox.db.select().from(registrations).where(eq(registrations.email, BEN));
  await outbox.db.transaction((tx) => queueTicketAgain(tx, { ...outbox.ctx, now }, outbox.order, ben!));
  return newest();
}

async function newest(): Promise<MailRow> {
  const rows = await outbox.db.select().from(mails);
  return rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]!;
}

async function listed() {
  return (await listUndelivered(outbox.ctx)).map(({ kind, id }) => [kind, id]);
}
