import { randomUUID } from 'node:crypto';
import { cardFormEndsAt } from '#domain/holds.ts';
import { isLiveAttempt } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';

/** Ends an attempt that the provider doesn't know, and allows another card. */
export async function abandonAttempt(ctx: Context, attemptId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId));
    if (attempt?.state !== 'unknown') return;
    const [order] = await tx.select().from(orders).where(eq(orders.id, attempt.orderId)).for('update');
    const ended = await tx
      .update(paymentAttempts)
      .set({ state: 'canceled', nextCheckAt: null })
      .where(and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.state, 'unknown')));
    if (ended.rowCount === 1 && order?.paymentStatus === 'pending')
      await renewAttempt(tx, ctx, attempt, order);
  });
}

/**
 * The next card is a new attempt with its own key. The extra time past the form's end, given to the declined card to wait
 * for its response, isn't passed on (R-HOLD-2).
 */
export async function renewAttempt(
  tx: Transaction,
  ctx: Context,
  attempt: AttemptRow,
  { createdAt: openedAt }: OrderRow,
): Promise<void> {
  if (!isLiveAttempt(attempt.state)) return;
  const beyond = Math.max(0, attempt.holdUntil.getTime() - cardFormEndsAt(openedAt).getTime());
  const without = (end: Date) => new Date(end.getTime() - beyond);
  const { ref, failureCode, tokenPrint, voidingSince, nextLookAt, failingSince, ...kept } = attempt;
  await tx.insert(paymentAttempts).values({
    ...kept,
    holdUntil: without(attempt.holdUntil),
    expiresAt: without(attempt.expiresAt),
    id: randomUUID(),
    state: 'new',
    checks: 0,
    nextCheckAt: without(attempt.expiresAt),
    createdAt: ctx.now,
  });
}
