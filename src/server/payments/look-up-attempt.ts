import { HOUR } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';
import { gatewayOf, type PaymentSnapshot } from './gateways/gateway.ts';

/**
 * An attempt's current state at the provider, even if our call's response was lost; null if the provider doesn't know
 * it.
 */
export async function lookUpAttempt(ctx: Context, attempt: AttemptRow): Promise<PaymentSnapshot | null> {
  if (isUntried(attempt)) return null;
  const gateway = gatewayOf(ctx, attempt.provider);
  return attempt.ref ? gateway.fetch(attempt.ref) : gateway.findByAttempt(attempt.id, openedAt(attempt));
}

/** Ends an attempt at the provider. Returns its final state, or null if nothing can be paid. */
export async function closeAttempt(ctx: Context, attempt: AttemptRow): Promise<PaymentSnapshot | null> {
  if (isUntried(attempt)) return null;
  const gateway = gatewayOf(ctx, attempt.provider);
  const known = { attemptId: attempt.id, ref: attempt.ref, since: openedAt(attempt) };
  // It looks for the page itself, and returns its state if it can no longer be closed.
  if (gateway.flow === 'redirect') {
    const final = await gateway.close(known);
    // Its money, if any, is in the account that opened the page, where this site can no longer see it.
    if (!final && attempt.ref)
      ctx.log.error(
        { attemptId: attempt.id, orderId: attempt.orderId },
        'the provider does not know a payment page that it opened: check whether the keys are of another account',
      );
    return final;
  }
  const present = await lookUpAttempt(ctx, attempt);
  if (present || attempt.ref) return present;

  const now = await beginVoiding(ctx, attempt);
  if (now?.state !== 'unknown') return now?.ref ? gateway.fetch(now.ref) : null;
  const final = await gateway.close(known);
  if (final?.state === 'paid' || final?.state === 'processing') await endVoiding(ctx, attempt);
  return final;
}

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

/** Whether a card was submitted less than a minute ago and its result hasn't been looked up since. */
export function isBeingAsked(ctx: Context, attempt: AttemptRow): boolean {
  const { state, checks, nextCheckAt } = attempt;
  const isWaiting = state === 'unknown' && checks === 0 && nextCheckAt !== null;
  return isWaiting && nextCheckAt > ctx.protocolNow();
}

/** A card form that hasn't been submitted: the provider doesn't know it, and may no longer be configured. */
function isUntried({ state, provider }: AttemptRow): boolean {
  return state === 'new' && provider === 'square';
}

/** The provider uses real time; an attempt was opened at most this long before it ends. */
function openedAt(attempt: AttemptRow): Date {
  return new Date(attempt.expiresAt.getTime() - HOUR);
}
