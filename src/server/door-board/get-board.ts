import type { PhoneState } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import { countSeats } from '#domain/attendee.ts';
import type { Day } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { isExpected, isIn } from '../check-in/expected-people.ts';
import { type Context, today } from '../context.ts';
import { alphabetical } from '../db/alphabetical.ts';
import { and, asc, count, eq, gt, isNull, or, sql } from '../db/drizzle.ts';
import { checkIns, doorPhones, orders, registrations } from '../db/tables.ts';
import { presentAdmit } from '../door/door-orders.ts';
import { presentPhoneState } from '../door/present-phone.ts';
import { freeSeatsOf } from '../orders/free-seats.ts';
import { countArrivals } from './count-arrivals.ts';
import { findOpenQuestions } from './find-open-questions.ts';

/** The current state of the day, for supervisors. Scans that phones still hold are only counted (R-DOOR-11). */
export async function getBoard(ctx: Context, present = presentAdmit): Promise<Board> {
  const day = today(ctx);
  const phones = await listWorkingPhones(ctx);
  return {
    now: ctx.now.toISOString(),
    day,
    ...(await countArrivals(ctx, day)),
    teams: await listOpenTeams(ctx, day),
    phones,
    ...(await findOpenQuestions(ctx, present)),
    waiting: phones.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

/** Teams with some people in and others still missing, alphabetically. */
async function listOpenTeams(ctx: Context, day: Day): Promise<Board['teams']> {
  const name = sql`${registrations.firstName} || ' ' || ${registrations.lastName}`;
  const arrived = count(checkIns.id);
  const rows = await ctx.db
    .select({
      order: orders.id,
      organization: orders.organization,
      teamMemberCount: orders.teamMemberCount,
      seatsReturned: orders.seatsReturned,
      freeSeats: freeSeatsOf(),
      arrived,
      missing: sql<string[]>`coalesce(array_agg(${name} ORDER BY ${alphabetical(registrations.lastName)},
        ${alphabetical(registrations.firstName)}) FILTER (WHERE ${checkIns.id} IS NULL), '{}')`,
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .leftJoin(checkIns, isIn(day))
    .where(and(isExpected(ctx, day), gt(orders.teamMemberCount, 1)))
    .groupBy(orders.id)
    .having(gt(arrived, 0))
    .orderBy(alphabetical(orders.organization), orders.id);
  return rows.flatMap(({ order, organization, missing, freeSeats, ...row }) => {
    const team = {
      order,
      number: registrationNumber(ctx.content.event.shortCode, order),
      organization,
      seats: countSeats(row),
      arrived: row.arrived,
      missing,
      freeSeats: Math.max(0, freeSeats),
    };
    return missing.length > 0 || team.freeSeats > 0 ? [team] : [];
  });
}

/** Active phones, and all that still hold scans. */
async function listWorkingPhones(ctx: Context): Promise<PhoneState[]> {
  const mayWork = and(isNull(doorPhones.revokedAt), gt(doorPhones.endsAt, ctx.now));
  const rows = await ctx.db
    .select()
    .from(doorPhones)
    .where(or(mayWork, gt(doorPhones.waiting, 0)))
    .orderBy(asc(doorPhones.door), asc(doorPhones.person), asc(doorPhones.joinedAt));
  return rows.map(presentPhoneState);
}
