import { randomUUID } from 'node:crypto';
import { type AttemptState, advanceAttempt, isLiveAttempt } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';
import type { Write } from '../db/write-together.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';

/** What the provider says moves the attempt, up only; one that is over is not asked about again. */
export function moveAttempt(tx: Transaction, attempt: AttemptRow, snapshot: PaymentSnapshot): Write {
  const state: AttemptState = advanceAttempt(attempt.state, snapshot.state);
  const isOver = state === 'paid' || state === 'failed' || state === 'expired' || state === 'canceled';
  return tx
    .update(paymentAttempts)
    .set({
      state,
      ref: attempt.ref ?? snapshot.ref,
      ...(snapshot.failure && { failureCode: snapshot.failure.code }),
      ...(isOver && { nextCheckAt: null }),
    })
    .where(eq(paymentAttempts.id, attempt.id));
}

/** Ends an attempt that the provider has never heard of, and makes room for another card. */
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

/** The next card is another attempt with a key of its own; the seats stay held as long as they were. */
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

/** The order has its money: the card form that waits for another card must not take one. */
export function endUntried(tx: Transaction, others: readonly AttemptRow[]): Write[] {
  return others
    .filter(({ state }) => state === 'new')
    .map(({ id }) =>
      tx
        .update(paymentAttempts)
        .set({ state: 'canceled', nextCheckAt: null })
        .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, 'new'))),
    );
}
