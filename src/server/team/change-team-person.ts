import type { ParsedOf } from '#contract/route.ts';
import type { changeTeamPerson as changeRoute, freeTeamSeat as freeRoute, Team } from '#contract/team.ts';
import { emailKey } from '#domain/attendee.ts';
import { personChange } from '#domain/person-change.ts';
import { changePerson } from '../attendees/change-person.ts';
import { freeSeat } from '../attendees/free-seat.ts';
import { refuseUnlessStaying } from '../attendees/lock-order.ts';
import { refuseCheckedIn } from '../attendees/people-inside.ts';
import { isAsSeen, personOf } from '../attendees/person-fields.ts';
import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import { idFrom } from '../db/id-from.ts';
import type { Transaction } from '../db/open-database.ts';
import { type RegistrationRow, registrations } from '../db/tables.ts';
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
    const person = await lockPersonOf(tx, team, registrationId);
    refuseUnlessStaying(team, person);
    const typed = personOf(input);
    const isAnother = personChange(person, typed) === 'another_person';
    const kept = isAnother ? null : person.dietaryRestrictions;
    const fields = { ...typed, dietaryRestrictions: typed.dietaryRestrictions ?? kept };
    if (!isAsSeen(person, input.seen, SEEN_FIELDS)) {
      // A retry after a lost response.
      if (isAsSeen(person, fields)) return;
      throw new Refusal('changed_meanwhile');
    }
    if (isAnother) await refuseCheckedIn(tx, ctx, team.order, person, 'replacedAfterCheckIn');
    if (emailKey(typed.email) !== emailKey(person.email))
      await limitNaming(tx, ctx, team.order, [typed.email]);
    await changePerson(tx, ctx, team.order, person, fields);
  });
  return showTeam(ctx, found.id);
}

/** Removes a person from the team and notifies them. Idempotent. */
export async function freeTeamSeat(
  ctx: Context,
  { transactionId: key, registrationId }: Params,
  { seen }: ParsedOf<typeof freeRoute.body>,
): Promise<Team> {
  const found = await getOrderByKey(ctx, key);
  await ctx.db.transaction(async (tx) => {
    const team = await lockTeam(tx, ctx, found.id);
    const person = await lockPersonOf(tx, team, registrationId);
    if (!isAsSeen(person, seen, SEEN_FIELDS)) throw new Refusal('changed_meanwhile');
    if (person.returnedAt) return;
    refuseUnlessStaying(team, person);
    await refuseCheckedIn(tx, ctx, team.order, person, 'freedAfterCheckIn');
    await freeSeat(tx, ctx, team.order, person);
  });
  return showTeam(ctx, found.id);
}

/** Even one who has left the team: a retry after a lost response isn't refused. */
async function lockPersonOf(tx: Transaction, { order }: LockedTeam, id: string): Promise<RegistrationRow> {
  const isTheirs = and(eq(registrations.id, idFrom(id)), eq(registrations.orderId, order.id));
  const [person] = await tx.select().from(registrations).where(isTheirs).for('update');
  if (!person) throw new Refusal('registration_not_found');
  return person;
}
