import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { isNamingOpen, seatsToGive } from '#domain/naming.ts';
import type { Context } from '../context.ts';
import { and, asc, eq, isNull } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { type ClaimLinkRow, claimLinks } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/** An order's active claim links, oldest first; a personal one reserves its seat (R-TEAM-2). */
export async function linksOut(db: Database | Transaction, orderId: number): Promise<ClaimLinkRow[]> {
  return db
    .select()
    .from(claimLinks)
    .where(and(eq(claimLinks.orderId, orderId), isNull(claimLinks.withdrawnAt), isNull(claimLinks.usedAt)))
    .orderBy(asc(claimLinks.createdAt), asc(claimLinks.id));
}

/** Refuses to name `wanted` of an order's `free` seats if open invitations need some of them (R-TEAM-2). */
export function refusePromised(
  ctx: Context,
  { free, links }: { readonly free: number; readonly links: readonly ClaimLinkRow[] },
  wanted: number,
): void {
  const { people, event } = ctx.content;
  const invitations = links.filter((one) => !one.forTeam);
  const seats = { free, invited: invitations.length };
  if (invitations.length === 0 || wanted <= seatsToGive(seats, isNamingOpen(people, event.zone, ctx.now)))
    return;
  const names = invitations.map((one) => one.mailedTo ?? REFUSAL_WORDS.copiedLink);
  throw new Refusal('seats_invited', { message: REFUSAL_WORDS.invitedSeats(names) });
}
