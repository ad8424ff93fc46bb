import type { validateQr as route } from '#contract/check-in.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REMOVED_TICKET, verdictWords } from '#contract/words/door.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { admission } from '#domain/admission.ts';
import { parseQrToken } from '#domain/codes.ts';
import { mayHaveSeat } from '#domain/person-change.ts';
import { type Context, today } from '../context.ts';
import { wasRemoved } from '../tickets/was-removed.ts';
import { findTicketByToken } from './find-ticket.ts';

/** Whether a scanned code would be admitted now. Changes nothing. */
export async function validateTicket(ctx: Context, text: string): Promise<ParsedOf<typeof route.response>> {
  const token = parseQrToken(text);
  const found = token && (await findTicketByToken(ctx, token));
  if (!found) {
    const message = token && (await wasRemoved(ctx.db, token)) ? REMOVED_TICKET : ERROR_WORDS.ticket_invalid;
    return { valid: false, reason: 'unknown', message, registration: null };
  }
  const verdict = admission(ctx.content.event, found.ticket, today(ctx));
  return {
    valid: verdict.kind === 'admit',
    reason: verdict.kind === 'admit' ? 'valid' : verdict.kind,
    message: verdictWords(verdict, ctx.content.event.zone),
    // Whoever has the seat now isn't named to somebody with an old ticket.
    registration: verdict.kind === 'replaced' && !mayHaveSeat(verdict) ? null : found.registration,
  };
}
