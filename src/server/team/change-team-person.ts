import type { ParsedOf } from '#contract/route.ts';
import type { changeTeamPerson as changeRoute, freeTeamSeat as freeRoute, Team } from '#contract/team.ts';
import { emailKey } from '#domain/attendee.ts';
import { personChange } from '#domain/person-change.ts';
import { changePerson } from '../attendees/change-person.ts';
import { freeSeat } from '../attendees/free-seat.ts';
import { lockPerson } from '../attendees/lock-order.ts';
import { refuseCheckedIn } from '../attendees/people-inside.ts';
import { isAsSeen, personOf } from '../attendees/person-fields.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import type { RegistrationRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { limitNaming } from '../orders/mails/limit-mails.ts';
import { showTeam } from './get-team.ts';
import { type LockedTeam, lockTeam } from './open-team.ts';

/** The team's page doesn't show dietary needs. */
const SEEN_FIELDS = ['firstName', 'lastName', 'email', 'track'] as const;

interface Params {
  readonly transactionId: string;
  readonly registrationId: string;
}

/**
 * Corrects a person's details, or gives the seat to somebody else; the changed fields decide which (R-ATTENDEE-6). A
 * person who was checked in keeps the seat (R-TEAM-4).
 */
export async function changeTeamPerson(
  ctx: Context,
  { transactionId: key, registrationId }: Params,
  input: ParsedOf<typeof changeRoute.body>,
): Promise<Team> {
  const found = await getOrderByKey(ctx, key);
  await ctx.db.transaction(async (tx) => {
    const team = await lockTeam(tx, ctx, found.id);
    const person = await lockAsSeen(tx, team, registrationId, input.seen);
    const typed = personOf(input);
    const isAnother = personChange(person, typed) === 'another_person';
    if (isAnother) await refuseCheckedIn(tx, ctx, team.order, person, 'replacedAfterCheckIn');
    if (emailKey(typed.email) !== emailKey(person.email))
      await limitNaming(tx, ctx, team.order, [typed.email]);
    const kept = isAnother ? null : person.dietaryRestrictions;
    const fields = { ...typed, dietaryRestrictions: typed.dietaryRestrictions ?? kept };
    await changePerson(tx, ctx, team.order, person, fields);
  });
  return showTeam(ctx, found.id);
}

/** Removes a person from the team and notifies them. */
export async function freeTeamSeat(
  ctx: Context,
  { transactionId: key, registrationId }: Params,
  { seen }: ParsedOf<typeof freeRoute.body>,
): Promise<Team> {
  const found = await getOrderByKey(ctx, key);
  await ctx.db.transaction(async (tx) => {
    const team = await lockTeam(tx, ctx, found.id);
    const person = await lockAsSeen(tx, team, registrationId, seen);
    await refuseCheckedIn(tx, ctx, team.order, person, 'freedAfterCheckIn');
    await freeSeat(tx, ctx, team.order, person);
  });
  return showTeam(ctx, found.id);
}

/** The person as the caller saw them; concurrent changes aren't overwritten. */
async function lockAsSeen(
  tx: Transaction,
  { staying }: LockedTeam,
  id: string,
  seen: ParsedOf<typeof freeRoute.body>['seen'],
): Promise<RegistrationRow> {
  const found = staying.find((one) => String(one.id) === id);
  if (!found) throw new Refusal('registration_not_found');
  const person = await lockPerson(tx, found.id);
  if (!isAsSeen(person, seen, SEEN_FIELDS)) throw new Refusal('changed_meanwhile');
  return person;
}
