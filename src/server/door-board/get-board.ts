import type { Board } from '#contract/door-day.ts';
import type { Day } from '#domain/calendar.ts';
import { today } from '../check-in/find-ticket.ts';
import type { Context } from '../context.ts';
import { countArrivals } from './count-arrivals.ts';
import { findOpenQuestions } from './find-open-questions.ts';
import { listOpenTeams } from './list-open-teams.ts';
import { listWorkingPhones } from './list-working-phones.ts';

/** The current state of the day, for supervisors. Scans that phones still hold are only counted (R-DOOR-11). */
export async function getBoard(ctx: Context): Promise<Board> {
  const day: Day = today(ctx);
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
