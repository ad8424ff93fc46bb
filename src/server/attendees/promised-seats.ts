import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { isNamingOpen, seatsToGive } from '#domain/naming.ts';
import type { Context } from '../context.ts';
import type { ClaimLinkRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/** Refuses to name `wanted` of an order's `free` seats if open invitations need some of them (R-TEAM-2). */
export function refusePromised(
  ctx: Context,
  { free, links }: { readonly free: number; readonly links: readonly ClaimLinkRow[] },
  wanted: number,
): void {
  const invitations = links.filter((one) => !one.forTeam);
  const seats = { free, invited: invitations.length };
  if (invitations.length === 0 || wanted <= seatsToGive(seats, isNamingOpen(ctx.content, ctx.now))) return;
  const names = invitations.map((one) => one.mailedTo ?? REFUSAL_WORDS.copiedLink);
  throw new Refusal('seats_invited', { message: REFUSAL_WORDS.invitedSeats(names) });
}
