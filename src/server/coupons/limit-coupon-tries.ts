import { ERRORS } from '#contract/errors.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitFailures } from '../http/limit-failures.ts';
import { type Limit, limitTries, visitorKey } from '../http/limits.ts';

const TRIES = 20;

/** Counts a lookup of a code. Codes can be guessed, so each address gets 20 per minute across all calls. */
export async function countCouponTry(ctx: Context): Promise<void> {
  await limitTries(ctx.db, ctx.protocolNow(), limitOf(ctx));
}

/** Counts a checkout with a code as a guess if it is refused: for the code, or for a price that reveals the code. */
export function limitCouponTries<T>(ctx: Context, checkout: () => Promise<T>): Promise<T> {
  return limitFailures(ctx.db, ctx.protocolNow(), [limitOf(ctx)], {
    code: 'too_many_requests',
    counts: (error) => error instanceof Refusal && ERRORS[error.code] < 500,
    work: checkout,
  });
}

function limitOf(ctx: Context): Limit {
  return { key: `coupon:${visitorKey(ctx.ipAddress)}`, max: TRIES, window: MINUTE };
}
