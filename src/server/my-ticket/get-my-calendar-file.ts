import { ticketEndWords } from '#contract/words/my-ticket.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type Download, once } from '../http/bind.ts';
import { calendarFile } from '../mail/calendar-file.ts';
import { findTicketPage, type TicketPage } from './find-ticket-page.ts';

/** The days of a ticket as a calendar file, whose entries have the same ids as the mail's. */
export async function getMyCalendarFile(ctx: Context, key: string): Promise<Download> {
  const { person, order } = await findValidTicket(ctx, key);
  const { filename, content, contentType } = calendarFile(ctx.content.event, order.eventType, {
    owner: person.isOrganizer ? `order-${order.id}` : `registration-${person.id}`,
    publicUrl: ctx.settings.publicUrl,
    contactEmail: ctx.settings.contact.email,
  });
  return { fileName: filename, type: contentType, body: once(String(content)) };
}

/** Refuses a ticket that has ended with `ticket_ended`, in the sentence of its page. */
export async function findValidTicket(ctx: Context, key: string): Promise<TicketPage> {
  const page = await findTicketPage(ctx, key);
  if (page.end)
    throw new Refusal('ticket_ended', { message: ticketEndWords(page.end, ctx.content.event.zone) });
  return page;
}
