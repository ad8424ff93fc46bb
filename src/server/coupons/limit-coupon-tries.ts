import { ERRORS } from '#contract/errors.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitFailures } from '../http/limit-failures.ts';
import { visitorKey } from '../http/limits.ts';

const TRIES = 20;

/**
 * Counts a call with a code as a guess if it is refused, except by an outage, or if `isFailure` says so of its result.
 * The code is looked up first, so every later refusal, even that no seat is left, reveals that the code exists. Codes
 * can be guessed, so each address gets 20 guesses per minute across all calls. Accepted codes don't count, because a
 * school's staff may share one code and one address.
 */
export function limitCouponTries<T>(
  ctx: Context,
  work: () => Promise<T>,
  isFailure?: (result: T) => boolean,
): Promise<T> {
  const limit = { key: `coupon:${visitorKey(ctx.ipAddress)}`, max: TRIES, window: MINUTE };
  return limitFailures(ctx.db, ctx.protocolNow(), [limit], {
    code: 'too_many_requests',
    counts: (error) => error instanceof Refusal && ERRORS[error.code] < 500,
    ...(isFailure && { isFailure }),
    work,
  });
}
