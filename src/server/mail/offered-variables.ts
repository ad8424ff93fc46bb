import { VARIABLE_WORDS } from '#contract/words/templates.ts';
import type { MailKind } from './mail-variables.ts';

/** The variables a template editor may offer, with their meanings. */
export function offeredVariables(kind: MailKind): Readonly<Record<string, string>> {
  return { ...common, ...OWN[kind] };
}

const {
  common,
  order,
  tickets,
  refund,
  canceled,
  endedTicket,
  changedTicket,
  replacedTicket,
  invitation,
  reminder,
  myTickets,
} = VARIABLE_WORDS;

const OWN: Readonly<Record<MailKind, Readonly<Record<string, string>>>> = {
  order_confirmation: { ...order, ...tickets },
  ticket: tickets,
  ticket_ended: endedTicket,
  ticket_replaced: replacedTicket,
  team_change: { ...order, ...changedTicket },
  claim_invitation: invitation,
  team_reminder: { ...order, ...reminder },
  my_tickets: myTickets,
  refund_notice: { ...order, ...refund },
  seats_canceled: { ...order, ...canceled },
  refund_failed: { ...order, ...refund },
};
