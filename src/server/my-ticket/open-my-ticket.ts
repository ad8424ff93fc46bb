import type { MyTicket } from '#contract/my-ticket.ts';
import { registrationNumber } from '#domain/codes.ts';
import { peopleInside } from '../attendees/people-inside.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { registrations } from '../db/tables.ts';
import { getTicketPage, type TicketPage } from './get-ticket-page.ts';

/** The ticket for the key. Records the first opening, for the buyer and staff. */
export async function openMyTicket(ctx: Context, key: string): Promise<MyTicket> {
  const page = await getTicketPage(ctx, key);
  if (!page.end && !page.person.ticketOpenedAt) {
    await ctx.db
      .update(registrations)
      .set({ ticketOpenedAt: ctx.now })
      .where(and(eq(registrations.id, page.person.id), isNull(registrations.ticketOpenedAt)));
  }
  return showMyTicket(ctx, page);
}

export async function showMyTicket(ctx: Context, page: TicketPage): Promise<MyTicket> {
  const { code, person, order, end } = page;
  if (end) return { state: 'ended', because: end.because, at: end.at?.toISOString() ?? null };
  const { id, firstName, lastName, email, track, dietaryRestrictions } = person;
  const inside = await peopleInside(ctx.db, ctx, order, [id]);
  return {
    state: 'valid',
    ...{ id, firstName, lastName, email, track, dietaryRestrictions },
    registrationNumber: registrationNumber(ctx.content.event.shortCode, order.id),
    eventType: order.eventType,
    qrCodeData: code.qrCodeData,
    qrCodeImage: code.qrCodeImage,
    isIn: inside.has(id),
  };
}
