import type { Nudge } from '#contract/team.ts';
import { dayIn } from '#domain/calendar.ts';
import { dueReminder, isNamingOpen } from '#domain/naming.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, asc, eq } from '../db/drizzle.ts';
import { mails, orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { freeSeatsOf, wantsReminders } from '../orders/free-seats.ts';
import { queueToBuyer } from '../orders/mails/queue-mails.ts';

/** Sends the reminders that are due (R-TEAM-5). Idempotent across processes: the outbox has one row per reminder. */
export async function remindTeams(ctx: Context): Promise<void> {
  const { deadlines, event } = ctx.content;
  for (const team of await findTeams(ctx)) {
    const days = dueReminder(deadlines, event.zone, { orderedAt: team.orderedAt, now: ctx.now });
    // With the deadline, because teams are reminded again if it moves.
    if (days !== null) await remind(ctx, team.id, `reminder:${deadlines.namingEndsOn}:${days}`);
  }
}

/** Previews `nudgeTeams`. */
export async function previewNudge(ctx: Context): Promise<Nudge> {
  const teams = await findTeams(ctx);
  const today = nudgeKey(ctx);
  const rows = await ctx.db
    .select({ orderId: mails.orderId })
    .from(mails)
    .where(and(eq(mails.kind, 'team_reminder'), eq(mails.subjectKey, today)));
  const nudged = rows.map((one) => one.orderId);
  const left = isNamingOpen(ctx.content, ctx.now) ? teams.filter((one) => !nudged.includes(one.id)) : [];
  return {
    orders: left.length,
    freeSeats: left.reduce((sum, one) => sum + one.freeSeats, 0),
    nudgedToday: teams.filter((one) => nudged.includes(one.id)).length,
  };
}

/** Reminds all teams for staff, as many as the preview has `shown`; each team at most once per day. */
export async function nudgeTeams(ctx: Context, shown: number): Promise<{ mails: number }> {
  if ((await previewNudge(ctx)).orders !== shown) throw new Refusal('changed_meanwhile');
  // Before the mails, which are queued one order at a time: none may go out unrecorded if a later one fails.
  await ctx.db.transaction((tx) =>
    recordAudit(tx, ctx, { action: 'teams_nudged', details: { orders: shown } }),
  );
  let sent = 0;
  for (const team of isNamingOpen(ctx.content, ctx.now) ? await findTeams(ctx) : []) {
    if (await remind(ctx, team.id, nudgeKey(ctx))) sent += 1;
  }
  return { mails: sent };
}

const nudgeKey = ({ content, now }: Context) => `nudge:${dayIn(content.event.zone, now)}`;

function remind(ctx: Context, orderId: number, subjectKey: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    return order ? queueToBuyer(tx, ctx, order, 'team_reminder', subjectKey) : false;
  });
}

/** Teams that may be reminded: see `wantsReminders`. */
async function findTeams(ctx: Context): Promise<{ id: number; orderedAt: Date; freeSeats: number }[]> {
  return ctx.db
    .select({ id: orders.id, orderedAt: orders.createdAt, freeSeats: freeSeatsOf() })
    .from(orders)
    .where(wantsReminders())
    .orderBy(asc(orders.id));
}
