import { MINUTE } from '#domain/durations.ts';
import { LIVE_ATTEMPTS, PAYMENT_PROVIDERS, type PaymentProvider } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, asc, desc, eq, inArray, lte, ne, or } from '../db/drizzle.ts';
import { type AttemptRow, paymentAttempts, refunds } from '../db/tables.ts';
import { closeOrder } from './close-order.ts';
import { gatewayOf, PaymentUnderWay, ProviderUnavailable } from './gateways/gateway.ts';
import { closeAttempt, lookUpAttempt } from './look-up-attempt.ts';
import { pushRefund } from './refunds/refund.ts';
import { abandonAttempt } from './renew-attempt.ts';
import { settle } from './settle.ts';

/** More than the venue's seats, so that everything that expires within a minute is released in that minute. */
const BATCH = 1_000;
const PATIENCE = 3;

/**
 * Asks the provider about every open attempt that is due and every pending refund, so that nothing depends on a webhook
 * or on the buyer's return (R-ORDER-4). Several processes may run it at once.
 */
export async function reconcilePayments(ctx: Context): Promise<void> {
  const attempts = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.state, LIVE_ATTEMPTS),
        or(
          lte(paymentAttempts.nextCheckAt, ctx.protocolNow()),
          // A delayed payment keeps its seats beyond the hold.
          and(lte(paymentAttempts.holdUntil, ctx.now), ne(paymentAttempts.state, 'processing')),
        ),
      ),
    )
    // Seats that nobody pays for any longer first.
    .orderBy(desc(lte(paymentAttempts.holdUntil, ctx.now)), asc(paymentAttempts.nextCheckAt))
    .limit(BATCH);
  const due = await ctx.db
    .select({ id: refunds.id, provider: refunds.provider })
    .from(refunds)
    .where(lte(refunds.nextCheckAt, ctx.protocolNow()))
    .orderBy(asc(refunds.nextCheckAt))
    .limit(BATCH);
  // A provider that doesn't respond doesn't delay the other one.
  await Promise.all(
    PAYMENT_PROVIDERS.flatMap((provider) => {
      const isIts = (one: { provider: PaymentProvider }) => one.provider === provider;
      return [
        askAll(attempts.filter(isIts), (attempt) => reconcileOne(ctx, attempt)),
        askAll(due.filter(isIts), ({ id }) => pushRefund(ctx, id)),
      ];
    }),
  );
}

/** A call takes a provider some 300 ms, and whoever waits for released seats can't wait for hundreds of them in a row. */
const AT_ONCE = 8;

/** Stops after three calls in a row without a response: each costs a time-out, and the next run starts with others. */
async function askAll<T>(all: readonly T[], ask: (one: T) => Promise<boolean>): Promise<void> {
  const left = all.values();
  let silent = 0;
  const askUntil = async (isEnough: (hasResponded: boolean) => boolean) => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const hasResponded = await ask(next.value);
      silent = hasResponded ? 0 : silent + 1;
      if (silent >= PATIENCE || isEnough(hasResponded)) return;
    }
  };
  await askUntil((hasResponded) => hasResponded);
  if (silent < PATIENCE) await Promise.all(Array.from({ length: AT_ONCE }, () => askUntil(() => false)));
}

/** False if the provider did not respond. */
async function reconcileOne(ctx: Context, attempt: AttemptRow): Promise<boolean> {
  try {
    await planNextCheck(ctx, attempt);
    await check(ctx, attempt);
    if (attempt.failingSince) await setFailingSince(ctx, attempt, null);
  } catch (error) {
    if (!attempt.failingSince) await setFailingSince(ctx, attempt, ctx.now);
    const detail = { err: error, attemptId: attempt.id };
    if (error instanceof PaymentUnderWay) {
      ctx.log.warn(detail, 'an order that has expired has a payment under way');
      return true;
    }
    if (error instanceof ProviderUnavailable) {
      ctx.log.warn(detail, 'the payment provider did not respond');
      return false;
    }
    ctx.log.error(detail, 'an open payment could not be reconciled');
  }
  return true;
}

async function check(ctx: Context, attempt: AttemptRow): Promise<void> {
  const isDue = attempt.holdUntil <= ctx.now || attempt.expiresAt <= ctx.protocolNow();
  if (isDue && attempt.state !== 'processing') {
    await closeOrder(ctx, attempt.orderId, 'hold_expired');
    return;
  }
  const snapshot = await lookUpAttempt(ctx, attempt);
  if (snapshot) await settle(ctx, snapshot);
  else if (attempt.state === 'unknown' && gatewayOf(ctx, attempt.provider).flow === 'token')
    await giveUpUnknown(ctx, attempt);
}

async function setFailingSince(ctx: Context, { id }: AttemptRow, failingSince: Date | null): Promise<void> {
  await ctx.db.update(paymentAttempts).set({ failingSince }).where(eq(paymentAttempts.id, id));
}

/** Voids a charge from our card form that the provider doesn't know after a minute, and allows another card. */
async function giveUpUnknown(ctx: Context, attempt: AttemptRow): Promise<void> {
  const final = await closeAttempt(ctx, attempt);
  if (final) await settle(ctx, final);
  else await abandonAttempt(ctx, attempt.id);
}

/**
 * Two minutes, then twice as long each time. Money that may arrive at any moment is noticed within ten minutes; a
 * delayed payment method is checked every hour.
 */
async function planNextCheck(ctx: Context, attempt: AttemptRow): Promise<void> {
  const longest = attempt.state === 'processing' ? 60 : 8;
  const wait = Math.min(longest, 2 ** (attempt.checks + 1)) * MINUTE;
  await ctx.db
    .update(paymentAttempts)
    .set({ checks: attempt.checks + 1, nextCheckAt: new Date(ctx.protocolNow().getTime() + wait) })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.state, LIVE_ATTEMPTS)));
}
