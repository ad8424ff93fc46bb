import { VARIABLE_WORDS as WORDS } from '#contract/words/templates.ts';
import type { MailKind } from './mail-variables.ts';

/** The variables a template editor may offer, with their meanings. */
export function offeredVariables(kind: MailKind): Readonly<Record<string, string>> {
  return { ...WORDS.common, ...OWN[kind] };
}

const OWN: Readonly<Record<MailKind, Readonly<Record<string, string>>>> = {
  order_confirmation: { ...WORDS.order, ...WORDS.tickets },
  ticket: WORDS.tickets,
  ticket_ended: WORDS.endedTicket,
  ticket_replaced: WORDS.replacedTicket,
  team_change: { ...WORDS.order, ...WORDS.changedTicket },
  claim_invitation: WORDS.invitation,
  team_reminder: { ...WORDS.order, ...WORDS.reminder },
  my_tickets: WORDS.myTickets,
  refund_notice: { ...WORDS.order, ...WORDS.refund },
  seats_canceled: { ...WORDS.order, ...WORDS.canceled },
  refund_failed: { ...WORDS.order, ...WORDS.refund },
};
