import { ticketEndWords } from '#contract/words/my-ticket.ts';
import { parsePageKey, type TicketEnd, ticketEnd } from '#domain/ticket-page.ts';
import type { Context } from '../context.ts';
import { eq, type SQL } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { type OrderRow, orders, qrCodes, type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitKeyGuesses } from '../http/limits.ts';
import { replacementOf } from '../tickets/ticket-codes.ts';

export interface TicketPage {
  readonly code: typeof qrCodes.$inferSelect;
  readonly person: RegistrationRow;
  readonly order: OrderRow;
  /** Null while the ticket opens the door. */
  readonly end: TicketEnd | null;
}

/**
 * The ticket for a page's `key`; it may have ended (R-TICKET-1). Refuses unknown keys with `ticket_page_unknown`, and
 * repeated guesses with `too_many_requests`.
 */
export async function getTicketPage(ctx: Context, key: string): Promise<TicketPage> {
  const pageKey = parsePageKey(key);
  const found = pageKey ? await readTicketPage(ctx.db, eq(qrCodes.pageKey, pageKey)) : null;
  if (found) return found;
  await limitKeyGuesses(ctx, 'ticket-page');
  throw new Refusal('ticket_page_unknown');
}

/** The context of a visitor with the key, whose actions the audit log records as the holder's. */
export function asHolder(ctx: Context, { person }: TicketPage): Context {
  return { ...ctx, actor: { ...ctx.actor, holderOf: person.id } };
}

/** Refuses an ended ticket with `ticket_ended` and its page's sentence. */
export async function getValidTicket(ctx: Context, key: string): Promise<TicketPage> {
  const page = await getTicketPage(ctx, key);
  refuseEnded(ctx, page);
  return page;
}

export function refuseEnded(ctx: Context, { end }: TicketPage): void {
  if (end) throw new Refusal('ticket_ended', { message: ticketEndWords(end, ctx.content.event.zone) });
}

/** Reads the page again after waiting for locks. */
export async function readAgain(tx: Transaction, page: TicketPage): Promise<TicketPage> {
  const found = await readTicketPage(tx, eq(qrCodes.id, page.code.id));
  if (!found) throw new Refusal('ticket_page_unknown');
  return found;
}

async function readTicketPage(db: Database | Transaction, where: SQL): Promise<TicketPage | null> {
  const [row] = await db
    .select({ code: qrCodes, person: registrations, order: orders })
    .from(qrCodes)
    .innerJoin(registrations, eq(registrations.id, qrCodes.registrationId))
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .where(where);
  if (!row) return null;
  const { voidedAt } = row.person;
  const { paymentStatus } = row.order;
  return { ...row, end: ticketEnd({ replaced: replacementOf(row.code), voidedAt, paymentStatus }) };
}
