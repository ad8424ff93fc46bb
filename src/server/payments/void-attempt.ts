import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';

/**
 * Marks a card charge without a response as being voided, unless the response has arrived by now. From then on settle()
 * accepts no money from it: a payment that completes an order must not be voided afterward (R-ORDER-6). Returns the
 * current attempt, in state `unknown` if it may be voided; null if it was deleted.
 */
export async function beginVoiding(ctx: Context, { id, orderId }: AttemptRow): Promise<AttemptRow | null> {
  return ctx.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
    if (attempt?.state !== 'unknown') return attempt ?? null;
    const voidingSince = ctx.protocolNow();
    await tx.update(paymentAttempts).set({ voidingSince }).where(eq(paymentAttempts.id, id));
    return { ...attempt, voidingSince };
  });
}

/** The provider didn't void it, so its money counts again. */
export async function endVoiding(ctx: Context, { id }: AttemptRow): Promise<void> {
  await ctx.db.update(paymentAttempts).set({ voidingSince: null }).where(eq(paymentAttempts.id, id));
}
