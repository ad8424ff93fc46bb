import type { ParsedOf } from '#contract/route.ts';
import type { createClaimLink as route, Team } from '#contract/team.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { CODE_BYTES, claimKeyFrom } from '#domain/codes.ts';
import { DAY } from '#domain/durations.ts';
import { unpromisedSeats } from '#domain/naming.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { lockId } from '../db/lock-id.ts';
import type { Transaction } from '../db/open-database.ts';
import { type ClaimLinkRow, claimLinks, type OrderRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitTries } from '../http/limits.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { limitMails } from '../orders/mails/limit-mails.ts';
import { linkKey } from '../orders/mails/order-mail.ts';
import { queueMails } from '../orders/mails/queue-mails.ts';
import { showTeam } from './get-team.ts';
import { type LockedTeam, lockTeam, refuseNewLinks } from './open-team.ts';

type Input = ParsedOf<typeof route.body>;

/** Twice the largest team, so that repeated invitations can't be abused to mail strangers. */
const INVITATIONS_A_DAY = 20;

/**
 * Creates a personal link for one seat, or the team's link for all free ones. There are never more personal links than
 * free seats (R-TEAM-2). Idempotent.
 */
export async function createClaimLink(ctx: Context, key: string, input: Input): Promise<Team> {
  const found = await getOrderByKey(ctx, key);
  refuseNewLinks(ctx);
  await ctx.db.transaction(async (tx) => {
    const team = await lockTeam(tx, ctx, found.id);
    await lockId(tx, input.id);
    const [before] = await tx.select().from(claimLinks).where(eq(claimLinks.id, input.id));
    if (before) return refuseUnlessRepeat(before, found.id, input);
    refuseWithoutSeat(team, input);
    if (input.mailTo) await limitInvitations(tx, ctx, team.order, input.mailTo);
    await tx.insert(claimLinks).values({
      id: input.id,
      orderId: team.order.id,
      key: claimKeyFrom(ctx.randomBytes(CODE_BYTES)),
      forTeam: input.forTeam,
      personalLine: input.mailTo ? input.personalLine : null,
      mailedTo: input.mailTo ?? null,
      createdAt: ctx.now,
    });
    await recordAudit(tx, ctx, {
      action: 'claim_link_created',
      orderId: team.order.id,
      details: { linkId: input.id, forTeam: input.forTeam, isMailed: Boolean(input.mailTo) },
    });
    if (input.mailTo) {
      const subjectKey = linkKey(input.id);
      await queueMails(tx, ctx, team.order, [
        { kind: 'claim_invitation', subjectKey, recipient: input.mailTo },
      ]);
    }
  });
  return showTeam(ctx, found.id);
}

/** The page may retry with another address after a lost response, or once the link has been withdrawn. */
function refuseUnlessRepeat(before: ClaimLinkRow, orderId: number, { forTeam, mailTo }: Input): void {
  const { mailedTo } = before;
  if (before.orderId !== orderId || before.withdrawnAt) throw new Refusal('changed_meanwhile');
  if (before.forTeam === forTeam && mailedTo === (mailTo ?? null)) return;
  throw new Refusal('changed_meanwhile', { message: REFUSAL_WORDS.linkCreatedBefore(mailedTo) });
}

function refuseWithoutSeat({ free, invited, links }: LockedTeam, { forTeam }: Input): void {
  if (free === 0) throw new Refusal('no_slots_left');
  if (forTeam && links.some((one) => one.forTeam)) throw new Refusal('changed_meanwhile');
  if (!forTeam && unpromisedSeats({ free, invited }) === 0) throw new Refusal('seats_invited');
}

async function limitInvitations(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  mailTo: string,
): Promise<void> {
  const limit = { key: `invitations:${order.id}`, max: INVITATIONS_A_DAY, window: DAY };
  await limitTries(tx, ctx.protocolNow(), limit, REFUSAL_WORDS.invitedTooOften(limit.max));
  await limitMails(tx, ctx, [mailTo]);
}
