import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';

/** Longer than a provider's answer may take. */
const VOID_WITHIN = 60_000;

/**
 * Marks a card that got no answer as being voided, unless its answer has come. From then on settle() takes no money
 * of it: a payment that completes an order must not be voided afterwards (R-ORDER-6). Answers with the attempt as it is now,
 * `unknown` when it may be voided; null when it is gone.
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

/** The provider did not void it: its money counts again. */
export async function endVoiding(ctx: Context, { id }: AttemptRow): Promise<void> {
  await ctx.db.update(paymentAttempts).set({ voidingSince: null }).where(eq(paymentAttempts.id, id));
}

/**
 * Whether money of this attempt may have been told before a void: `voiding` while that runs, so that nothing is certain,
 * and `voided` after it, so that the provider has to be asked again. `attempt` is read under the order's lock.
 */
export function doubtOfVoid(ctx: Context, { state, voidingSince }: AttemptRow): 'voiding' | 'voided' | null {
  if (voidingSince === null) return null;
  if (state === 'canceled') return 'voided';
  const isRunning = ctx.protocolNow().getTime() - voidingSince.getTime() < VOID_WITHIN;
  return state === 'unknown' && isRunning ? 'voiding' : null;
}
