import type { Team } from '#contract/team.ts';
import { lockOrder } from '../attendees/lock-order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { isUuid } from '../db/is-uuid.ts';
import type { Transaction } from '../db/open-database.ts';
import { type ClaimLinkRow, claimLinks } from '../db/tables.ts';
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
    if (link.usedAt) throw new Refusal('claim_used');
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
  const { openSeats } = await lockOrder(tx, orderId);
  const invitations = (await linksOut(tx, orderId)).filter((one) => !one.forTeam);
  for (const link of invitations.slice(Math.max(0, openSeats))) await withdraw(tx, ctx, link);
}

/** After seats stayed that were to be canceled at `withdrawnAt`: the invitations that ended then can be used again. */
export async function restoreLinks(
  tx: Transaction,
  ctx: Context,
  orderId: number,
  withdrawnAt: Date,
): Promise<void> {
  const links = await tx
    .update(claimLinks)
    .set({ withdrawnAt: null })
    .where(
      and(
        eq(claimLinks.orderId, orderId),
        eq(claimLinks.withdrawnAt, withdrawnAt),
        eq(claimLinks.forTeam, false),
        isNull(claimLinks.usedAt),
      ),
    )
    .returning();
  for (const { id, forTeam } of links) {
    const details = { linkId: id, forTeam };
    await recordAudit(tx, ctx, { action: 'claim_link_restored', orderId, details });
  }
  // Some of the seats may have been named since.
  await withdrawSeatless(tx, ctx, orderId);
}
