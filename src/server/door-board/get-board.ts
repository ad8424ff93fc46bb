import type { PhoneState } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import { today } from '../check-in/find-ticket.ts';
import type { Context } from '../context.ts';
import { and, asc, gt, isNull, or } from '../db/drizzle.ts';
import { doorPhones } from '../db/tables.ts';
import { presentPhoneState } from '../door/present-phone.ts';
import { countArrivals } from './count-arrivals.ts';
import { findOpenQuestions } from './find-open-questions.ts';
import { listOpenTeams } from './list-open-teams.ts';

/** The current state of the day, for supervisors. Scans that phones still hold are only counted (R-DOOR-11). */
export async function getBoard(ctx: Context): Promise<Board> {
  const day = today(ctx);
  const phones = await listWorkingPhones(ctx);
  return {
    now: ctx.now.toISOString(),
    day,
    ...(await countArrivals(ctx, day)),
    teams: await listOpenTeams(ctx, day),
    phones,
    ...(await findOpenQuestions(ctx)),
    waiting: phones.reduce((sum, { waiting }) => sum + waiting, 0),
  };
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
