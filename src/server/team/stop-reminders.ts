import { lockOrder } from '../attendees/lock-order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { orders } from '../db/tables.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { limitChanges } from './open-team.ts';

/** Idempotent. */
export async function stopReminders(ctx: Context, key: string): Promise<{ stopped: true }> {
  await setStopped(ctx, key, ctx.now);
  return { stopped: true };
}

export async function resumeReminders(ctx: Context, key: string): Promise<{ stopped: false }> {
  await setStopped(ctx, key, null);
  return { stopped: false };
}

async function setStopped(ctx: Context, key: string, at: Date | null): Promise<void> {
  const { id } = await getOrderByKey(ctx, key);
  await ctx.db.transaction(async (tx) => {
    await limitChanges(tx, ctx, `team:${id}`);
    const { order } = await lockOrder(tx, id);
    if ((order.remindersStoppedAt === null) === (at === null)) return;
    await tx.update(orders).set({ remindersStoppedAt: at }).where(eq(orders.id, id));
    await recordAudit(tx, ctx, { action: at ? 'reminders_stopped' : 'reminders_resumed', orderId: id });
  });
}
