import type { ParsedOf } from '#contract/route.ts';
import type { nameSeats as route, Team } from '#contract/team.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { isSamePerson } from '#domain/attendee.ts';
import { nameSeat } from '../attendees/name-seat.ts';
import { personOf } from '../attendees/person-fields.ts';
import { refusePromised } from '../attendees/promised-seats.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { limitNaming } from '../orders/mails/limit-mails.ts';
import { showTeam } from './get-team.ts';
import { type LockedTeam, lockTeam, refuseAfterNaming } from './open-team.ts';
import { withdraw } from './withdraw-link.ts';

type Input = ParsedOf<typeof route.body>;

/**
 * Names one or several free seats, all or none. Seats with an invitation count as taken until the caller ends the
 * invitation with `insteadOf` (R-TEAM-2).
 */
export async function nameSeats(ctx: Context, key: string, input: Input): Promise<Team> {
  const found = await getOrderByKey(ctx, key);
  refuseAfterNaming(ctx);
  await ctx.db.transaction(async (tx) => {
    const team = await lockTeam(tx, ctx, found.id);
    const people = input.people.map(personOf);
    refuseTwins(team, input);
    if (people.length > team.free) refuseTooMany(team);
    const ended = team.links.filter((one) => input.insteadOf.includes(one.id));
    for (const link of ended) await withdraw(tx, ctx, link);
    const links = team.links.filter((one) => !ended.includes(one));
    refusePromised(ctx, { free: team.free, links }, people.length);
    await limitNaming(
      tx,
      ctx,
      team.order,
      people.map(({ email }) => email),
    );
    for (const person of people) await nameSeat(tx, ctx, team.order, person);
  });
  return showTeam(ctx, found.id);
}

/** A retry after a lost response gets this, too, so that nobody gets two seats (R-ATTENDEE-5). */
function refuseTwins({ named }: LockedTeam, { people }: Input): void {
  const fields = people.flatMap((one, index) => {
    const before = [...named, ...people.slice(0, index)];
    const isTwin = !one.isSecondPerson && before.some((other) => isSamePerson(one, other));
    return isTwin ? [[`people.${index}`, REFUSAL_WORDS.alreadyInTeam] as const] : [];
  });
  if (fields.length > 0) throw new Refusal('same_person', { fields: Object.fromEntries(fields) });
}

function refuseTooMany({ free }: LockedTeam): never {
  if (free === 0) throw new Refusal('no_slots_left');
  throw new Refusal('no_slots_left', { message: REFUSAL_WORDS.moreThanFreeSeats(free) });
}
