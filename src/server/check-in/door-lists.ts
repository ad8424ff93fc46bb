import type { RecentCheckIn, getCheckInStats as statsRoute } from '#contract/check-in.ts';
import type { ParsedOf } from '#contract/route.ts';
import { verdictWords } from '#contract/words/door.ts';
import { admission } from '#domain/admission.ts';
import { type Context, today } from '../context.ts';
import { and, count, desc, eq, isNotNull, isNull } from '../db/drizzle.ts';
import { checkIns, orders, qrCodes, registrations } from '../db/tables.ts';
import { isExpected, isIn } from './expected-people.ts';
import { presentTicket, selectTickets } from './find-ticket.ts';

const RECENT = 20;

/** How many of the current day's people are checked in. On a rehearsal day everybody who has paid is expected. */
export async function getCheckInStats(ctx: Context): Promise<ParsedOf<typeof statsRoute.response>> {
  const day = today(ctx);
  const [row] = await ctx.db
    .select({ total: count(registrations.id), checkedIn: count(checkIns.id) })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .leftJoin(checkIns, isIn(day))
    .where(isExpected(ctx, day));
  const { total, checkedIn } = row!;
  return {
    totalRegistrations: total,
    checkedIn,
    percentage: total === 0 ? 0 : Math.round((checkedIn / total) * 1000) / 10,
  };
}

/** The 20 latest admissions of the current day, latest first. */
export async function listCheckedIn(ctx: Context): Promise<RecentCheckIn[]> {
  const day = today(ctx);
  const { event } = ctx.content;
  const rows = await selectTickets(ctx.db, day, and(isNotNull(checkIns.id), isNull(qrCodes.replacedAt)))
    .orderBy(desc(checkIns.checkedInAt), desc(checkIns.id))
    .limit(RECENT);
  return rows.map((row) => {
    const { registration, ticket } = presentTicket(row);
    const verdict = admission(event, ticket, day);
    const isCounted = verdict.kind === 'already_checked_in';
    return { ...registration, refusal: isCounted ? null : verdictWords(verdict, event.zone) };
  });
}
