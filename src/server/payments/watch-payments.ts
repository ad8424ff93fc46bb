import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { paymentAttempts, paymentCases } from '../db/tables.ts';
import { openCase } from './open-case.ts';

const SILENT_FOR = 15 * 60_000;
const LIVE = ['new', 'open', 'processing', 'unknown'] as const;

/** Each minute: what should not be is put before staff. What was only late closes its own case. */
export async function watchPayments(ctx: Context): Promise<void> {
  await noteSilence(ctx);
  await checkCapacity(ctx);
}

/** Checkouts whose time was over a quarter of an hour ago, and of which the provider still gives no word. */
async function noteSilence(ctx: Context): Promise<void> {
  const { holdUntil, state } = paymentAttempts;
  const silent = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(state, [...LIVE]),
        sql`${state} <> 'processing'`,
        lt(holdUntil, new Date(ctx.now.getTime() - SILENT_FOR)),
      ),
    );
  for (const attempt of silent) {
    await openCase(ctx.db, ctx, {
      kind: 'provider_silent',
      subject: attempt.id,
      orderId: attempt.orderId,
      details: { provider: attempt.provider },
    });
  }
  const open = await ctx.db
    .select({ id: paymentCases.id, subject: paymentCases.subject })
    .from(paymentCases)
    .where(and(eq(paymentCases.kind, 'provider_silent'), isNull(paymentCases.resolvedAt)));
  const over = open.filter((one) => !silent.some((attempt) => attempt.id === one.subject));
  if (over.length === 0) return;
  await ctx.db
    .update(paymentCases)
    .set({ resolvedAt: ctx.now, resolvedBy: 'site', resolution: 'The provider has answered.' })
    .where(
      inArray(
        paymentCases.id,
        over.map((one) => one.id),
      ),
    );
}

/** The seats that are counted against those that orders have, in one snapshot (R-SEAT-3). */
export async function checkCapacity(ctx: Context): Promise<void> {
  const { rows } = await ctx.db.execute<{
    day: string;
    counted: number;
    event_type: string;
    seats: number;
  }>(sql`
    SELECT event_date::text AS day, current_registrations AS counted, held.event_type, coalesce(held.seats, 0)::int AS seats
    FROM event_capacity
    LEFT JOIN (
      SELECT event_type, sum(team_member_count - seats_returned) AS seats FROM orders WHERE seats_held GROUP BY event_type
    ) AS held ON true`);
  const days = new Map<string, { counted: number; held: number }>();
  for (const row of rows) {
    const day = days.get(row.day) ?? { counted: row.counted, held: 0 };
    const isOfDay =
      row.event_type && daysOf(ctx.content.event, row.event_type as EventType).includes(row.day);
    days.set(row.day, { ...day, held: day.held + (isOfDay ? row.seats : 0) });
  }
  for (const [day, { counted, held }] of days) {
    if (counted === held) continue;
    await openCase(ctx.db, ctx, { kind: 'capacity_drift', subject: day, details: { counted, held } });
  }
}
