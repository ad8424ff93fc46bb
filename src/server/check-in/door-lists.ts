import type { DoorRegistration, getCheckInStats as statsRoute } from '#contract/check-in.ts';
import type { ParsedOf } from '#contract/route.ts';
import { isEventDay } from '#domain/admission.ts';
import { daysOf } from '#domain/capacity.ts';
import { isPaid, PAYMENT_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { and, count, desc, eq, inArray, isNotNull, isNull } from '../db/drizzle.ts';
import { checkIns, orders, qrCodes, registrations } from '../db/tables.ts';
import { presentTicket, selectTickets, today } from './find-ticket.ts';

const PAID = PAYMENT_STATUSES.filter(isPaid);
const RECENT = 20;

/** How many of the current day's people are in. On a rehearsal day everybody who has paid is expected. */
export async function getCheckInStats(ctx: Context): Promise<ParsedOf<typeof statsRoute.response>> {
  const day = today(ctx);
  const { event } = ctx.content;
  const expected = EVENT_TYPES.filter((type) => !isEventDay(event, day) || daysOf(event, type).includes(day));
  const [row] = await ctx.db
    .select({ total: count(registrations.id), checkedIn: count(checkIns.id) })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .leftJoin(
      checkIns,
      and(
        eq(checkIns.registrationId, registrations.id),
        eq(checkIns.admittedOn, day),
        isNull(checkIns.undoneAt),
      ),
    )
    .where(
      and(
        inArray(orders.paymentStatus, PAID),
        inArray(orders.eventType, expected),
        isNull(registrations.voidedAt),
      ),
    );
  const { total, checkedIn } = row!;
  return {
    totalRegistrations: total,
    checkedIn,
    percentage: total === 0 ? 0 : Math.round((checkedIn / total) * 1000) / 10,
  };
}

/** The 20 latest admissions of the current day, latest first. */
export async function listCheckedIn(ctx: Context): Promise<DoorRegistration[]> {
  const rows = await selectTickets(
    ctx.db,
    today(ctx),
    and(isNotNull(checkIns.id), isNull(qrCodes.replacedAt)),
  )
    .orderBy(desc(checkIns.checkedInAt), desc(checkIns.id))
    .limit(RECENT);
  return rows.map((row) => presentTicket(row).registration);
}
