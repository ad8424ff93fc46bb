import type { validateQr as route } from '#contract/check-in.ts';
import { ERRORS } from '#contract/errors.ts';
import type { ParsedOf } from '#contract/route.ts';
import { admission, type Verdict, wrongDayMessage } from '#domain/admission.ts';
import { formatTime } from '#domain/calendar.ts';
import { parseQrToken } from '#domain/codes.ts';
import type { Context } from '../context.ts';
import { findTicketByToken, today } from './find-ticket.ts';

/** Whether a scanned code would be admitted now. Changes nothing. */
export async function validateTicket(ctx: Context, text: string): Promise<ParsedOf<typeof route.response>> {
  const token = parseQrToken(text);
  const found = token && (await findTicketByToken(ctx.db, ctx, token));
  if (!found)
    return { valid: false, reason: 'unknown', message: ERRORS.ticket_invalid[1], registration: null };
  const verdict = admission(ctx.content.event, found.ticket, today(ctx));
  return {
    valid: verdict.kind === 'admit',
    reason: verdict.kind === 'admit' ? 'valid' : verdict.kind,
    message: verdictMessage(ctx, verdict),
    registration: found.registration,
  };
}

/** What the door says. */
export function verdictMessage(ctx: Context, verdict: Verdict): string {
  switch (verdict.kind) {
    case 'admit':
      return 'This ticket is valid.';
    case 'already_checked_in':
      return `Already checked in at ${formatTime(ctx.content.event.zone, verdict.at)} by ${verdict.by}.`;
    case 'wrong_day':
      return wrongDayMessage(verdict.validOn);
    case 'not_paid':
      return NOT_PAID[verdict.paymentStatus] ?? ERRORS.ticket_not_paid[1];
  }
}

const NOT_PAID: Partial<Record<string, string>> = {
  pending: 'This ticket has not been paid yet.',
  refunded: 'This ticket was refunded.',
  cancelled: 'This order was cancelled.',
  expired: 'This order expired before it was paid.',
  review: 'The payment of this order is under review. Please send the guest to the help desk.',
};
