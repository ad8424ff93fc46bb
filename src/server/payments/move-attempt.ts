import { randomUUID } from 'node:crypto';
import { advanceAttempt, isLiveAttempt } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq, ne, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';
import { endOfPause } from './look-in-turn.ts';

/**
 * Moves the attempt to its state at the provider, forward only; an ended attempt isn't checked again. Ends a lookup's
 * turn.
 */
export function moveAttempt(
  tx: Transaction,
  ctx: Context,
  attempt: AttemptRow,
  { state: told, ref, failure }: PaymentSnapshot,
) {
  const state = advanceAttempt(attempt.state, told);
  return tx
    .update(paymentAttempts)
    .set({
      state,
      ref: sql`coalesce(${paymentAttempts.ref}, ${ref})`,
      failureCode: failure?.code,
      nextCheckAt: isLiveAttempt(state) ? undefined : null,
      nextLookAt: isLiveAttempt(state) ? endOfPause(ctx) : null,
    })
    .where(eq(paymentAttempts.id, attempt.id));
}

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
    if (ended.rowCount === 1 && order?.paymentStatus === 'pending') await renewAttempt(tx, ctx, attempt);
  });
}

/** The next card is a new attempt with its own key; the hold on the seats isn't extended. */
export async function renewAttempt(tx: Transaction, ctx: Context, attempt: AttemptRow): Promise<void> {
  if (!isLiveAttempt(attempt.state)) return;
  const { ref, failureCode, tokenPrint, voidingSince, nextLookAt, ...kept } = attempt;
  await tx.insert(paymentAttempts).values({
    ...kept,
    id: randomUUID(),
    state: 'new',
    checks: 0,
    nextCheckAt: attempt.expiresAt,
    createdAt: ctx.now,
  });
}

/** The order is paid, so an open card form must not accept another card. */
export function endUntried(tx: Transaction, { id, orderId }: AttemptRow) {
  const { id: other, orderId: order, state } = paymentAttempts;
  return tx
    .update(paymentAttempts)
    .set({ state: 'canceled', nextCheckAt: null })
    .where(and(eq(order, orderId), ne(other, id), eq(state, 'new')));
}
