import { paths, teamWithoutReminders } from '#contract/paths.ts';
import { countSeats } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import { formatUsd } from '#domain/money.ts';
import { isPaid } from '#domain/order.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Movement } from '#domain/receipt.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import {
  emailTemplates,
  type MailRow,
  mails,
  type OrderRow,
  orders,
  type RegistrationRow,
  refunds,
  registrations,
} from '../db/tables.ts';
import { calendarFile } from '../mail/calendar-file.ts';
import {
  commonVariables,
  type MailVariables,
  type OrderVariables,
  type TicketVariables,
} from '../mail/mail-variables.ts';
import { type RenderedMail, renderMail } from '../mail/render-mail.ts';
import type { TemplateParts } from '../mail/template-parts.ts';
import { type MailAttachment, MailRefused, type OutgoingMail } from '../mail/transport.ts';
import type { PdfFile } from '../pdf/sheet.ts';
import { makeTicketPdf } from '../tickets/pdf/make-ticket-pdf.ts';
import { qrPng } from '../tickets/qr-image.ts';
import { fillMyTickets } from './fill-my-tickets.ts';
import { fillInvitation, fillReminder, fillReplaced, fillTeamChange } from './fill-team-mails.ts';
import { addressKey, registrationOfKey } from './queue-order-mails.ts';
import { isAnnounced, readCanceled, readEndedBy } from './read-ended.ts';
import { makeReceipt } from './receipt/make-receipt.ts';

/**
 * Sends one mail of the outbox at least once; only a crash between the server's response and our commit repeats it.
 * Throws if a retry may help. A mail that can never be sent is marked with `failedAt` and the reason.
 */
export async function sendMail(
  ctx: Context,
  mailId: string,
  attempt: { readonly isLast: boolean } = { isLast: false },
): Promise<void> {
  const wanted = await readMail(ctx, mailId);
  if (!wanted || wanted.mail.sentAt || wanted.mail.failedAt) return;
  const { mail } = wanted;
  try {
    const composed = await compose(ctx, wanted);
    if ('unsendable' in composed) return await giveUp(ctx, mail, composed.unsendable);
    await ctx.mail.send(composed);
  } catch (error) {
    if (error instanceof MailRefused) return giveUp(ctx, mail, error.reason);
    const failure = error instanceof Error ? error.message : 'unknown';
    if (attempt.isLast) await giveUp(ctx, mail, failure);
    else await ctx.db.update(mails).set({ failure }).where(unsent(mail));
    throw error;
  }
  await ctx.db.update(mails).set({ sentAt: ctx.now, failure: null }).where(unsent(mail));
  ctx.log.info({ mailId, kind: mail.kind, orderId: mail.orderId }, 'a mail was sent');
}

async function giveUp(ctx: Context, mail: MailRow, failure: string): Promise<void> {
  await ctx.db.update(mails).set({ failedAt: ctx.now, failure }).where(unsent(mail));
  ctx.log.warn({ mailId: mail.id, kind: mail.kind, orderId: mail.orderId }, 'a mail cannot be sent');
}

function unsent(mail: MailRow) {
  return and(eq(mails.id, mail.id), isNull(mails.sentAt));
}

type Composed = OutgoingMail | { readonly unsendable: string };

interface WantedMail {
  readonly mail: MailRow;
  readonly order: OrderRow | null;
  readonly template: typeof emailTemplates.$inferSelect | null;
  /** The people of the order, by id. */
  readonly people: readonly Person[];
  readonly movements: readonly Movement[];
}

/** Somebody with a valid ticket. */
interface Person extends Pick<RegistrationRow, 'id' | 'firstName' | 'lastName' | 'email' | 'track'> {
  /** The content of the QR code. */
  readonly token: string;
  /** Of the ticket's own page. */
  readonly pageKey: string;
}

/** Everything for the confirmation, the most frequent mail. */
const reading = prepared((db) =>
  db
    .select({
      mail: mails,
      order: orders,
      template: emailTemplates,
      people: sql<
        Person[]
      >`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'firstName', one.first_name,
          'lastName', one.last_name, 'email', one.email, 'track', one.track, 'token', code.qr_code_data,
          'pageKey', code.page_key) ORDER BY one.id), '[]')
        FROM registrations AS one JOIN qr_codes AS code ON code.registration_id = one.id AND code.replaced_at IS NULL
        WHERE one.order_id = ${mails.orderId} AND one.voided_at IS NULL)`,
      movements: sql<(Omit<Movement, 'at'> & { at: string })[]>`(SELECT coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'provider', provider, 'amount', amount, 'at', recorded_at) ORDER BY id), '[]')
        FROM payment_ledger WHERE order_id = ${mails.orderId})`,
    })
    .from(mails)
    .leftJoin(orders, eq(orders.id, mails.orderId))
    .leftJoin(emailTemplates, and(eq(emailTemplates.type, mails.kind), eq(emailTemplates.isActive, true)))
    .where(eq(mails.id, sql.placeholder('mailId')))
    .prepare('read_mail'),
);

async function readMail({ db }: Context, mailId: string): Promise<WantedMail | null> {
  const [found] = await reading(db).execute({ mailId });
  if (!found) return null;
  return { ...found, movements: found.movements.map((one) => ({ ...one, at: new Date(one.at) })) };
}

async function compose(ctx: Context, wanted: WantedMail): Promise<Composed> {
  const { mail, order, template } = wanted;
  if (!order) return { unsendable: 'The order was deleted.' };
  if (!template) return { unsendable: `No active template of type ${mail.kind}.` };
  const filled = await fill(ctx, wanted, order);
  if ('unsendable' in filled) return filled;
  return {
    messageId: mail.messageId,
    from: sender(ctx, template),
    to: mail.recipient,
    replyTo: ctx.settings.contact.email,
    ...(await render(template, filled.variables)),
    attachments: filled.attachments,
    ...(mail.kind === 'team_reminder' && {
      stopUrl: ctx.settings.publicUrl + teamWithoutReminders(order.transactionId),
    }),
  };
}

/** LiquidJS quotes the template in its errors, which would put rendered values into the log. */
async function render(
  template: TemplateParts & { readonly id: number },
  variables: MailVariables[MailRow['kind']],
): Promise<RenderedMail> {
  try {
    return await renderMail(template, variables);
  } catch {
    throw new Error(`The email template ${template.id} cannot be filled in; its preview shows why.`);
  }
}

type Filled =
  | { readonly variables: MailVariables[MailRow['kind']]; readonly attachments: readonly MailAttachment[] }
  | { readonly unsendable: string };

async function fill(ctx: Context, wanted: WantedMail, order: OrderRow): Promise<Filled> {
  const { mail } = wanted;
  switch (mail.kind) {
    case 'refund_notice':
    case 'refund_failed':
      return fillRefund(ctx, mail, order);
    case 'seats_canceled':
      return fillCanceled(ctx, mail, order);
    case 'ticket_ended':
      return fillEnded(ctx, mail, order);
    case 'ticket_replaced':
      return withoutFiles(await fillReplaced(ctx, mail, common(ctx, order, '')));
    case 'claim_invitation':
      return withoutFiles(await fillInvitation(ctx, mail, order, common(ctx, order, '')));
    case 'team_reminder':
      return withoutFiles(await fillReminder(ctx, order, toBuyer(ctx, order)));
    case 'my_tickets':
      return withoutFiles(await fillMyTickets(ctx, mail, common(ctx, order, '')));
    case 'team_change':
      return withoutFiles(await fillTeamChange(ctx, mail, order, toBuyer(ctx, order)));
    case 'order_confirmation':
    case 'ticket':
      return fillTickets(ctx, wanted, order);
  }
}

function toBuyer(ctx: Context, order: OrderRow) {
  return { ...common(ctx, order, order.organizerFirstName), order: describeOrder(ctx, order, 0) };
}

function withoutFiles(
  filled: { readonly variables: MailVariables[MailRow['kind']] } | { readonly unsendable: string },
): Filled {
  return 'unsendable' in filled ? filled : { ...filled, attachments: [] };
}

async function fillRefund(ctx: Context, mail: MailRow, order: OrderRow): Promise<Filled> {
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, mail.subjectKey));
  if (!refund) return { unsendable: 'The refund is gone.' };
  const hasFailed = refund.state === 'failed' || refund.state === 'canceled';
  if (mail.kind === 'refund_notice' && hasFailed) return { unsendable: 'The refund has failed.' };
  if (mail.kind === 'refund_failed' && !(await isAnnounced(ctx, mail)))
    return { unsendable: 'The refund was never announced.' };
  const ended = mail.kind === 'refund_notice' ? await readEndedBy(ctx, order, refund) : [];
  const variables: MailVariables['refund_notice'] = {
    ...common(ctx, order, order.organizerFirstName),
    order: describeOrder(ctx, order, 0),
    refund: {
      amount: formatUsd(refund.amount),
      reason: refund.reason,
      seats: refund.seats,
      endedTickets: ended.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    },
  };
  return { variables, attachments: [] };
}

async function fillCanceled(ctx: Context, mail: MailRow, order: OrderRow): Promise<Filled> {
  const canceled = await readCanceled(ctx, mail.subjectKey);
  if (!canceled) return { unsendable: 'The cancellation is gone.' };
  const variables: MailVariables['seats_canceled'] = {
    ...common(ctx, order, order.organizerFirstName),
    order: describeOrder(ctx, order, 0),
    canceled,
  };
  return { variables, attachments: [] };
}

async function fillEnded(ctx: Context, mail: MailRow, order: OrderRow): Promise<Filled> {
  const id = registrationOfKey(mail.subjectKey);
  const [person] =
    id === null ? [] : await ctx.db.select().from(registrations).where(eq(registrations.id, id));
  if (!person || addressKey(person.email) !== addressKey(mail.recipient))
    return { unsendable: 'The address has changed since.' };
  if (!person.voidedAt) return { unsendable: 'The ticket is valid again.' };
  const variables: MailVariables['ticket_ended'] = {
    ...common(ctx, order, person.firstName),
    ticket: { name: `${person.firstName} ${person.lastName}` },
  };
  return { variables, attachments: [] };
}

async function fillTickets(
  ctx: Context,
  { mail, people: all, movements }: WantedMail,
  order: OrderRow,
): Promise<Filled> {
  if (!isPaid(order.paymentStatus)) return { unsendable: `The order is ${order.paymentStatus}.` };
  const isForOrganizer = mail.kind === 'order_confirmation';
  const own = isForOrganizer ? all : all.filter((person) => isFor(mail, person));
  const isStillTheirs = !isForOrganizer || addressKey(order.organizerEmail) === addressKey(mail.recipient);
  const [first] = own;
  // A ticket never goes to an attendee's previous address.
  if (!isStillTheirs || !(first || isForOrganizer)) return { unsendable: 'The address has changed since.' };

  const host = new URL(ctx.settings.publicUrl).hostname;
  const cid = (person: Person) => `ticket-${person.id}@${host}`;
  const tickets = own.map(
    (person): TicketVariables => ({
      name: `${person.firstName} ${person.lastName}`,
      track: person.track ? person.track[0]!.toUpperCase() + person.track.slice(1) : '',
      code: person.token,
      qrSrc: `cid:${cid(person)}`,
      // Only holders get their page's link: the buyer's mail links only to tickets at the buyer's address.
      url:
        addressKey(person.email) === addressKey(mail.recipient)
          ? ctx.settings.publicUrl + paths.myTicket(person.pageKey)
          : '',
    }),
  );
  const pictures = own.map(
    async (person): Promise<MailAttachment> => ({
      filename: `ticket-${person.firstName}-${person.lastName}.png`,
      content: await qrPng(person.token),
      contentType: 'image/png',
      cid: cid(person),
    }),
  );
  const calendar = calendarFile(ctx.content.event, order.eventType, {
    owner: isForOrganizer ? `order-${order.id}` : `registration-${first!.id}`,
    publicUrl: ctx.settings.publicUrl,
    contactEmail: ctx.settings.contact.email,
  });
  return {
    variables: isForOrganizer
      ? {
          ...common(ctx, order, order.organizerFirstName),
          order: describeOrder(ctx, order, all.length),
          tickets,
        }
      : { ...common(ctx, order, first!.firstName), tickets },
    attachments: [
      ...(await Promise.all(pictures)),
      ...(first ? [asAttachment(await makeTicketPdf(ctx, order, own, 'letter'))] : []),
      calendar,
      ...(isForOrganizer ? [asAttachment(await makeReceipt(ctx, order, movements))] : []),
    ],
  };
}

function asAttachment({ fileName, file }: PdfFile): MailAttachment {
  return { filename: fileName, content: file, contentType: 'application/pdf' };
}

/** Whether the ticket mail is for this person at their current address. */
function isFor(mail: MailRow, person: Person): boolean {
  if (addressKey(person.email) !== addressKey(mail.recipient)) return false;
  const only = registrationOfKey(mail.subjectKey);
  return only === null || only === person.id;
}

function common(ctx: Context, order: OrderRow, firstName: string) {
  return commonVariables(ctx.content, ctx.settings, { firstName, eventType: order.eventType });
}

function describeOrder(ctx: Context, order: OrderRow, named: number): OrderVariables {
  const total = order.totalAmount;
  return {
    number: registrationNumber(ctx.content.event.shortCode, order.id),
    package: packageLabel(order),
    total: formatUsd(total),
    isFree: total === 0,
    seats: countSeats(order),
    openSeats: Math.max(0, countSeats(order) - named),
    url: ctx.settings.publicUrl + paths.confirmation(order.transactionId),
    teamUrl: ctx.settings.publicUrl + paths.team(order.transactionId),
  };
}

function sender(
  ctx: Context,
  template: { fromEmail: string | null; fromName: string | null },
): OutgoingMail['from'] {
  const { from } = ctx.settings.mail;
  if (!template.fromEmail && !template.fromName) return from;
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? [];
  return { name: template.fromName ?? name.replaceAll('"', ''), address: template.fromEmail ?? address };
}
