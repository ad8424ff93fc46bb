import { ERRORS } from '#contract/errors.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitFailures } from '../http/limit-failures.ts';
import { takeLimit, visitorKey } from '../http/limits.ts';

const TRIES = 20;
const MINUTE = 60;

/** Counts a lookup of a code. Codes can be guessed, so each address gets 20 per minute across all calls. */
export async function countCouponTry(ctx: Context): Promise<void> {
  const isAllowed = await takeLimit(ctx.db, keyOf(ctx), TRIES, MINUTE, ctx.protocolNow());
  if (!isAllowed) throw new Refusal('too_many_requests');
}

/** Counts a checkout with a code as a guess if it is refused: for the code, or for a price that reveals the code. */
export function limitCouponTries<T>(
  ctx: Context,
  code: string | null | undefined,
  checkout: () => Promise<T>,
): Promise<T> {
  if (!code) return checkout();
  const limits = [{ key: keyOf(ctx), max: TRIES, windowSeconds: MINUTE }];
  return limitFailures(ctx.db, ctx.protocolNow(), limits, {
    code: 'too_many_requests',
    counts: (error) => error instanceof Refusal && ERRORS[error.code] < 500,
    work: checkout,
  });
}

function keyOf(ctx: Context): string {
  return `coupon:${visitorKey(ctx.ipAddress)}`;
}
