import { onConferenceDay } from '#contract/words/conference-day.ts';
import { RECEIPT_WORDS } from '#contract/words/receipt.ts';
import { TICKET_PDF_WORDS as words } from '#contract/words/ticket-pdf.ts';
import { TICKET_NAMES } from '#contract/words/tickets.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { formatWallTime } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { describeDays, eventDays } from '#domain/event-days.ts';
import { fileNameOf } from '#domain/file-name.ts';
import { findArrival } from '#domain/find-arrival.ts';
import type { Paper } from '#domain/paper.ts';
import { addressLine, mapUrl } from '#domain/venue.ts';
import type { Context } from '../../context.ts';
import type { OrderRow, RegistrationRow } from '../../db/tables.ts';
import { canWrite, printable, UNPRINTED } from '../../pdf/fonts.ts';
import type { PdfFile } from '../../pdf/sheet.ts';
import { drawTickets, type TicketOnPaper, type TicketTexts } from './draw-tickets.ts';

/** Somebody with a valid ticket. */
export interface TicketHolder extends Pick<RegistrationRow, 'firstName' | 'lastName' | 'track'> {
  /** The content of the QR code. */
  readonly token: string;
}

/** These people's tickets as a PDF, one page each. The caller checks permission. */
export async function makeTicketPdf(
  ctx: Pick<Context, 'content' | 'settings' | 'now'>,
  order: Pick<OrderRow, 'id' | 'eventType'>,
  people: readonly TicketHolder[],
  paper: Paper,
): Promise<PdfFile> {
  const number = registrationNumber(ctx.content.event.shortCode, order.id);
  const file = await drawTickets(textsOf(ctx, order, people, number), paper);
  return {
    fileName: `${fileNameOf(ctx.content.event.name)}-${people.length === 1 ? 'ticket' : 'tickets'}.pdf`,
    file,
  };
}

function textsOf(
  { content, settings, now }: Pick<Context, 'content' | 'settings' | 'now'>,
  { eventType }: Pick<OrderRow, 'eventType'>,
  people: readonly TicketHolder[],
  number: string,
): TicketTexts {
  const { event, schedule } = content;
  const days = eventDays(event, eventType);
  const doors = findArrival(schedule, days);
  const tickets = people.map((one) => ({
    ...nameOnPaper(fullName(one), number),
    track: one.track && TRACK_NAMES[one.track],
    code: one.token,
  }));
  const [first] = tickets;
  const title = tickets.length === 1 ? words.title(first!.name) : words.titleOfSeveral(tickets.length);
  return {
    title: `${title} - ${event.name}`,
    event: event.name,
    host: event.host.name,
    createdAt: now,
    kind: TICKET_NAMES[eventType],
    days: describeDays(event.zone, days).list,
    doors: doors && words.doors(onConferenceDay(formatWallTime(doors.from), eventType)),
    place: [event.venue.name, event.venue.organization, addressLine(event.venue)],
    mapUrl: mapUrl(event),
    order: words.registration(number),
    contact: RECEIPT_WORDS.questions(settings.contact.email, settings.contact.phone),
    tickets,
  };
}

/** The name without letters that the fonts lack; if nothing is left, the order's number. */
function nameOnPaper(name: string, number: string): Pick<TicketOnPaper, 'name' | 'nameNote'> {
  if (canWrite('display', name)) return { name, nameNote: null };
  const part = printable('display', name);
  const isAny = part.replaceAll(UNPRINTED, '').trim() !== '';
  return { name: isAny ? part : number, nameNote: words.nameNotPrinted };
}
