import type { ParsedOf } from '#contract/route.ts';
import type { claimSeat as claimRoute, lookAtClaim as lookRoute } from '#contract/team.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { parseClaimKey } from '#domain/codes.ts';
import { claimRefusal, isNamingOpen, unpromisedSeats } from '#domain/naming.ts';
import { nameSeat, refuseSamePerson } from '../attendees/name-seat.ts';
import { personOf } from '../attendees/person-fields.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type ClaimLinkRow, claimLinks, type NamedAttendee, qrCodes } from '../db/tables.ts';
import { Refusal, showing } from '../errors.ts';
import { limitKeyGuesses } from '../http/limits.ts';
import { limitNaming } from '../orders/mails/limit-mails.ts';
import { teamNameOf } from '../orders/team-name.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { type LockedTeam, lockTeamOfLink, readTeam } from './open-team.ts';

/** What a link is for. Throws the same errors as claiming. */
export async function lookAtClaim(
  ctx: Context,
  { key }: ParsedOf<typeof lookRoute.body>,
): Promise<ParsedOf<typeof lookRoute.response>> {
  const found = await getLink(ctx, key);
  return ctx.db.transaction(async (tx) => {
    const { team, link } = await openClaim(tx, ctx, found, readTeam(tx, ctx, found.orderId), null);
    return {
      teamName: teamNameOf(team.order),
      eventType: team.order.eventType,
      forTeam: link.forTeam,
      seatsLeft: link.forTeam ? unpromisedSeats(team) : 1,
      namingEndsOn: ctx.content.deadlines.namingEndsOn,
    };
  });
}

/**
 * Gives a visitor with the link a seat and a ticket; a personal link then ends. The order's lock keeps seats from being
 * given twice.
 */
export async function claimSeat(
  ctx: Context,
  { key, isSecondPerson, ...typed }: ParsedOf<typeof claimRoute.body>,
): Promise<ParsedOf<typeof claimRoute.response>> {
  const found = await getLink(ctx, key);
  return ctx.db.transaction(async (tx) => {
    const person = personOf(typed);
    // Under the order's lock, the link is read again: it may have been used or withdrawn in the meantime.
    const locking = lockTeamOfLink(tx, ctx, found);
    const { team, link } = await openClaim(tx, ctx, found, locking, isSecondPerson ? null : person);
    await limitNaming(tx, ctx, team.order, [person.email]);
    const asClaimant: Context = { ...ctx, actor: { ...ctx.actor, isClaiming: true } };
    const added = await nameSeat(tx, asClaimant, team.order, person);
    if (!link.forTeam) {
      const used = { usedAt: ctx.now, registrationId: added.id };
      await tx.update(claimLinks).set(used).where(eq(claimLinks.id, link.id));
    }
    await recordAudit(tx, asClaimant, {
      action: 'seat_claimed',
      orderId: team.order.id,
      registrationId: added.id,
      details: { linkId: link.id, forTeam: link.forTeam },
    });
    const [code] = await tx.select().from(qrCodes).where(currentCode(added.id));
    return { firstName: added.firstName, email: added.email, pageKey: code!.pageKey };
  });
}

async function getLink(ctx: Context, typed: string): Promise<ClaimLinkRow> {
  const key = parseClaimKey(typed);
  const [link] = key ? await ctx.db.select().from(claimLinks).where(eq(claimLinks.key, key)) : [];
  if (link) return link;
  await limitKeyGuesses(ctx, 'claim');
  throw new Refusal('claim_unknown');
}

/** The team and the link, if it gives a seat. Refuses a `claimant` whose name and email are on the team. */
async function openClaim(
  tx: Transaction,
  ctx: Context,
  { id }: ClaimLinkRow,
  opening: Promise<LockedTeam>,
  claimant: NamedAttendee | null,
): Promise<{ team: LockedTeam; link: ClaimLinkRow }> {
  // Staff may have deleted the order, and the link with it.
  const team = await showing('claim_unknown', opening).catch((error: unknown) => {
    // Whoever is invited doesn't learn what became of the payment.
    if (error instanceof Refusal && error.code === 'order_not_paid')
      throw new Refusal(error.code, { message: REFUSAL_WORDS.claimClosed, cause: error });
    throw error;
  });
  const [link] = await tx.select().from(claimLinks).where(eq(claimLinks.id, id));
  if (!link) throw new Refusal('claim_unknown');
  const refusal = claimRefusal(link, team, isNamingOpen(ctx.content, ctx.now));
  if (refusal === 'naming_over') {
    const { namingEndsOn } = ctx.content.deadlines;
    throw new Refusal(refusal, { message: REFUSAL_WORDS.claimingOver(namingEndsOn) });
  }
  if (refusal && refusal !== 'team_full') throw new Refusal(refusal);
  // Before a full team: whoever got its last seat, and lost the response, is not to read that others have it.
  if (claimant) refuseSamePerson(team.named, claimant);
  if (refusal) throw new Refusal(refusal);
  return { team, link };
}
