import { event } from '#content/event.ts';
import type { MailState, TeamPerson } from '#contract/team.ts';
import { dayIn, formatDay } from '#domain/calendar.ts';

/** The state of a person's ticket, in a few words. */
export function mailWords({
  ticketMail,
  ticketOpenedAt,
}: Pick<TeamPerson, 'ticketMail' | 'ticketOpenedAt'>): string {
  if (ticketOpenedAt) return `Ticket opened ${dayOf(ticketOpenedAt)}`;
  if (!ticketMail) return 'Has a ticket';
  if (ticketMail.state === 'failed') return 'Ticket not delivered';
  return ticketMail.sentAt ? `Ticket sent ${dayOf(ticketMail.sentAt)}` : 'Ticket on its way';
}

/** The same for an invitation. */
export function sentWords(mail: MailState): string {
  if (!mail) return 'Link created';
  if (mail.state === 'failed') return 'Not delivered';
  return mail.sentAt ? `Sent ${dayOf(mail.sentAt)}` : 'On its way';
}

/** `Sep 4`, in the event's zone. */
export function dayOf(at: string): string {
  return formatDay(dayIn(event.zone, new Date(at)), 'brief');
}
