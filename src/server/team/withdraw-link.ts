import type { Team } from '#contract/team.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { lockOrder } from '../attendees/lock-order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, asc, eq, isNull } from '../db/drizzle.ts';
import { isUuid } from '../db/is-uuid.ts';
import type { Transaction } from '../db/open-database.ts';
import { type ClaimLinkRow, claimLinks, type RefundRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { linksOut } from '../orders/free-seats.ts';
import { showTeam } from './get-team.ts';
import { lockTeam } from './open-team.ts';

/** Withdraws a link, which no longer gives a seat. Idempotent. */
export async function withdrawClaimLink(
  ctx: Context,
  { transactionId: key, linkId }: { transactionId: string; linkId: string },
): Promise<Team> {
  const found = await getOrderByKey(ctx, key);
  await ctx.db.transaction(async (tx) => {
    const { order } = await lockTeam(tx, ctx, found.id);
    const [link] = isUuid(linkId)
      ? await tx
          .select()
          .from(claimLinks)
          .where(and(eq(claimLinks.id, linkId), eq(claimLinks.orderId, order.id)))
      : [];
    if (!link) throw new Refusal('link_not_found');
    if (link.usedAt) throw new Refusal('claim_used', { message: REFUSAL_WORDS.claimedBefore });
    if (!link.withdrawnAt) await withdraw(tx, ctx, link);
  });
  return showTeam(ctx, found.id);
}

/** Under the order's lock. */
export async function withdraw(tx: Transaction, ctx: Context, link: ClaimLinkRow): Promise<void> {
  await tx.update(claimLinks).set({ withdrawnAt: ctx.now }).where(eq(claimLinks.id, link.id));
  await recordAudit(tx, ctx, {
    action: 'claim_link_withdrawn',
    orderId: link.orderId,
    details: { linkId: link.id, forTeam: link.forTeam },
  });
}

/** After seats were canceled: the newest invitations to them end, so that there are never more than seats (R-TEAM-2). */
export async function withdrawSeatless(tx: Transaction, ctx: Context, orderId: number): Promise<void> {
  const { freeSeats } = await lockOrder(tx, orderId);
  const invitations = (await linksOut(tx, orderId)).filter((one) => !one.forTeam);
  for (const link of invitations.slice(Math.max(0, freeSeats))) await withdraw(tx, ctx, link);
}

/** After a refund of seats failed: the invitations to them, which it had ended, can be used again, the oldest first. */
export async function restoreLinks(
  tx: Transaction,
  ctx: Context,
  orderId: number,
  refund: Pick<RefundRow, 'seats' | 'createdAt'>,
): Promise<void> {
  const { freeSeats } = await lockOrder(tx, orderId);
  const invitations = (await linksOut(tx, orderId)).filter((one) => !one.forTeam);
  const free = Math.min(refund.seats, freeSeats - invitations.length);
  if (free <= 0) return;
  // Ended in the transaction that stored the refund, so at the same time.
  const ended = await tx
    .select()
    .from(claimLinks)
    .where(
      and(
        eq(claimLinks.orderId, orderId),
        eq(claimLinks.withdrawnAt, refund.createdAt),
        eq(claimLinks.forTeam, false),
        isNull(claimLinks.usedAt),
      ),
    )
    .orderBy(asc(claimLinks.createdAt), asc(claimLinks.id))
    .limit(free);
  for (const { id, forTeam } of ended) {
    await tx.update(claimLinks).set({ withdrawnAt: null }).where(eq(claimLinks.id, id));
    const details = { linkId: id, forTeam };
    await recordAudit(tx, ctx, { action: 'claim_link_restored', orderId, details });
  }
}
