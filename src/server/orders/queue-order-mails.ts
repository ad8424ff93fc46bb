import { createHash } from 'node:crypto';
import { ERASED } from '#domain/erased.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import { type MailRow, mails, type OrderRow, qrCodes, type RegistrationRow } from '../db/tables.ts';
import { currentCode } from '../tickets/issue-tickets.ts';

/**
 * Queues a paid order's mails, in the caller's transaction: the confirmation with every ticket to the organizer, and
 * one mail with its people's tickets to each other address. Idempotent.
 */
export async function queueOrderMails(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  people: readonly Pick<RegistrationRow, 'email'>[],
): Promise<void> {
  const organizer = addressKey(order.organizerEmail);
  const wanted: NewMail[] = [
    { kind: 'order_confirmation', subjectKey: organizer, recipient: order.organizerEmail },
  ];
  for (const { email } of people) {
    const subjectKey = addressKey(email);
    if (wanted.some((mail) => mail.subjectKey === subjectKey)) continue;
    wanted.push({ kind: 'ticket', subjectKey, recipient: email });
  }
  await queueMails(tx, ctx, order, wanted);
}

/** Queues one person's ticket, for somebody named later or with a new QR code. Once per QR code. */
export async function queueTicketMail(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  person: Pick<RegistrationRow, 'id' | 'email'>,
): Promise<void> {
  const [code] = await tx.select().from(qrCodes).where(currentCode(person.id));
  if (!code) throw new Error(`registration ${person.id} has no QR code to send`);
  const subjectKey = registrationKey(person.id, code.qrCodeData);
  await queueMails(tx, ctx, order, [{ kind: 'ticket', subjectKey, recipient: person.email }]);
}

/** Queues the notice of a refund to the organizer, once per refund. */
export async function queueRefundNotice(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  refundId: string,
): Promise<void> {
  const mail = { kind: 'refund_notice', subjectKey: refundId, recipient: order.organizerEmail } as const;
  await queueMails(tx, ctx, order, [mail]);
}

/** Queues the correction to the organizer when an announced refund failed, once per refund. */
export async function queueRefundCorrection(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  refundId: string,
): Promise<void> {
  const mail = { kind: 'refund_failed', subjectKey: refundId, recipient: order.organizerEmail } as const;
  await queueMails(tx, ctx, order, [mail]);
}

/** Tells the organizer of seats that were canceled without a refund, once per cancellation. */
export async function queueSeatsCanceled(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  cancellationId: string,
): Promise<void> {
  const mail = {
    kind: 'seats_canceled',
    subjectKey: cancellationId,
    recipient: order.organizerEmail,
  } as const;
  await queueMails(tx, ctx, order, [mail]);
}

/** Tells people that their tickets were canceled, once per cause. The organizer gets a mail about the order instead. */
export async function queueTicketEndedMails(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  people: readonly Pick<RegistrationRow, 'id' | 'email'>[],
  causeId: string,
): Promise<void> {
  const wanted = people
    .filter(({ email }) => addressKey(email) !== addressKey(order.organizerEmail))
    .map(({ id, email }): NewMail => {
      return { kind: 'ticket_ended', subjectKey: `registration:${id}:${causeId}`, recipient: email };
    });
  await queueMails(tx, ctx, order, wanted);
}

/** Tells a ticket's earlier holder that somebody else has it now. Once per code. */
export async function queueReplacedMail(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  { codeId, recipient }: { readonly codeId: number; readonly recipient: string },
): Promise<void> {
  await queueMails(tx, ctx, order, [{ kind: 'ticket_replaced', subjectKey: `code:${codeId}`, recipient }]);
}

/** Tells the buyer that somebody gave their ticket away, or can't come. Every call sends one. */
export async function queueTeamChangeMail(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  registrationId: number,
): Promise<void> {
  const subjectKey = `registration:${registrationId}:${uuidFrom(ctx.randomBytes(16))}`;
  await queueMails(tx, ctx, order, [{ kind: 'team_change', subjectKey, recipient: order.organizerEmail }]);
}

/** Sends a claim link to the person it is for, once per link. */
export async function queueInvitation(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  { id, mailedTo }: { readonly id: string; readonly mailedTo: string },
): Promise<void> {
  await queueMails(tx, ctx, order, [
    { kind: 'claim_invitation', subjectKey: `link:${id}`, recipient: mailedTo },
  ]);
}

/** Reminds the buyer of free seats, once per `occasion`. False if that mail is already queued. */
export async function queueReminder(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  occasion: string,
): Promise<boolean> {
  const mail = { kind: 'team_reminder', subjectKey: occasion, recipient: order.organizerEmail } as const;
  return (await queueMails(tx, ctx, order, [mail])) > 0;
}

/** Tells people that their canceled tickets are valid again. Once per `occasion`. */
export async function queueTicketsAgain(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  people: readonly Pick<RegistrationRow, 'id' | 'email'>[],
  occasion: string,
): Promise<void> {
  const wanted = people.map(({ id, email }): NewMail => {
    return { kind: 'ticket', subjectKey: `registration:${id}:${occasion}`, recipient: email };
  });
  await queueMails(tx, ctx, order, wanted);
}

/** Queues the confirmation again on request. Every call sends one. */
export async function queueConfirmationAgain(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
): Promise<void> {
  const subjectKey = `again:${uuidFrom(ctx.randomBytes(16))}`;
  const mail = { kind: 'order_confirmation', subjectKey, recipient: order.organizerEmail } as const;
  await queueMails(tx, ctx, order, [mail]);
}

/** Queues one person's ticket again on request. Every call sends one. */
export async function queueTicketAgain(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  person: Pick<RegistrationRow, 'id' | 'email'>,
): Promise<void> {
  const subjectKey = `registration:${person.id}:again:${uuidFrom(ctx.randomBytes(16))}`;
  await queueMails(tx, ctx, order, [{ kind: 'ticket', subjectKey, recipient: person.email }]);
}

/** Addresses are compared ignoring case. */
export function addressKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The registration that a mail is for; null if it is for everyone at an address. */
export function registrationOfKey(subjectKey: string): number | null {
  const match = /^registration:(\d+):/.exec(subjectKey);
  return match ? Number(match[1]) : null;
}

/** The claim link that a mail is for. */
export function linkOfKey(subjectKey: string): string | null {
  return /^link:([0-9a-f-]{36})$/.exec(subjectKey)?.[1] ?? null;
}

/** The code whose end a mail is about. */
export function codeOfKey(subjectKey: string): number | null {
  const match = /^code:(\d+)$/.exec(subjectKey);
  return match ? Number(match[1]) : null;
}

type NewMail = Pick<MailRow, 'kind' | 'subjectKey' | 'recipient'>;

/** Returns how many were new. */
async function queueMails(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  wanted: readonly NewMail[],
): Promise<number> {
  const host = new URL(ctx.settings.publicUrl).hostname;
  const reachable = wanted.filter((mail) => mail.recipient !== ERASED.email);
  if (reachable.length === 0) return 0;
  const rows = reachable.map((mail) => {
    const id = uuidFrom(ctx.randomBytes(16));
    return { ...mail, id, orderId: order.id, messageId: `${id}@${host}`, createdAt: ctx.now };
  });
  const added = await tx.insert(mails).values(rows).onConflictDoNothing().returning({ id: mails.id });
  for (const { id } of added) await ctx.queue.enqueue(tx, 'send-mail', { mailId: id });
  return added.length;
}

function registrationKey(id: number, qrToken: string): string {
  const print = createHash('sha256').update(qrToken).digest('hex').slice(0, 16);
  return `registration:${id}:${print}`;
}

/** A version 4 UUID from 16 random bytes. */
function uuidFrom(bytes: Uint8Array): string {
  const marked = Buffer.from(bytes);
  marked[6] = (marked[6]! & 0x0f) | 0x40;
  marked[8] = (marked[8]! & 0x3f) | 0x80;
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
