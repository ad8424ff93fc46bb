import type { Context } from '../context.ts';
import { and, eq, isNull, lte, or } from '../db/drizzle.ts';
import { type AttemptRow, paymentAttempts } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';
import { lookAtAttempt } from './look-at-attempt.ts';

const LOOK_EVERY_MS = 3_000;
/** Longer than a look takes, so that only a process that died gives up its turn this way. */
const LOOK_WITHIN_MS = 30_000;

/**
 * What the provider says of an attempt, for visitors, who may ask as often as they like: the provider is asked at most
 * once every three seconds, by one process at a time. Null when it is not our turn, or when the provider knows nothing.
 * Webhooks and jobs look without waiting for a turn.
 */
export async function lookInTurn(ctx: Context, attempt: AttemptRow): Promise<PaymentSnapshot | null> {
  const { id, nextLookAt } = paymentAttempts;
  const startedAt = ctx.protocolNow();
  const reservedUntil = new Date(startedAt.getTime() + LOOK_WITHIN_MS);
  const reserved = await ctx.db
    .update(paymentAttempts)
    .set({ nextLookAt: reservedUntil })
    .where(and(eq(id, attempt.id), or(isNull(nextLookAt), lte(nextLookAt, startedAt))));
  if (reserved.rowCount === 0) return null;
  try {
    return await lookAtAttempt(ctx, attempt);
  } finally {
    await ctx.db
      .update(paymentAttempts)
      .set({ nextLookAt: new Date(startedAt.getTime() + LOOK_EVERY_MS) })
      .where(and(eq(id, attempt.id), eq(nextLookAt, reservedUntil)));
  }
}
