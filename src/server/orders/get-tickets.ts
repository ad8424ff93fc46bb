import { MINUTE } from '#domain/durations.ts';
import { isPaid } from '#domain/order.ts';
import type { Paper } from '#domain/paper.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, isNull } from '../db/drizzle.ts';
import { qrCodes, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type Download, pdfDownload } from '../http/bind.ts';
import { limitTries } from '../http/limits.ts';
import { makeTicketPdf } from '../tickets/pdf/make-ticket-pdf.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { getOrderByKey } from './find-order.ts';

/** Limited, because drawing tickets blocks the process briefly. */
const DRAWN = 10;

/** An order's valid tickets in one file, for anyone with the order's key. */
export async function getTickets(ctx: Context, key: string, paper: Paper): Promise<Download> {
  const order = await getOrderByKey(ctx, key);
  const isRefunded = order.paymentStatus === 'refunded';
  if (!isPaid(order.paymentStatus)) throw new Refusal(isRefunded ? 'no_valid_ticket' : 'tickets_not_paid');
  await limitTries(ctx.db, ctx.protocolNow(), { key: `tickets:${order.id}`, max: DRAWN, window: MINUTE });
  const { firstName, lastName, track } = registrations;
  const people = await ctx.db
    .select({ firstName, lastName, track, token: qrCodes.qrCodeData })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(and(eq(registrations.orderId, order.id), isNull(registrations.voidedAt)))
    .orderBy(desc(registrations.isOrganizer), registrations.id);
  if (people.length === 0) throw new Refusal('no_valid_ticket');
  return pdfDownload(await makeTicketPdf(ctx, order, people, paper));
}
