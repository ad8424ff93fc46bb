import { DECLINES_PER_HOUR } from '#domain/declines.ts';
import { HOUR } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitFailures } from '../http/limit-failures.ts';
import { type Limit, visitorKey } from '../http/limits.ts';

const DECLINED = ['payment_declined', 'declined_too_often'];

/**
 * Charges a card, unless this browser or IP address had too many declines within the hour, which looks like card
 * testing.
 */
export function limitDeclines<T>(ctx: Context, charge: () => Promise<T>): Promise<T> {
  const { browser, ip } = DECLINES_PER_HOUR;
  const limits: Limit[] = [{ key: `declines:${visitorKey(ctx.ipAddress)}`, max: ip, window: HOUR }];
  if (ctx.browserMark) {
    limits.push({ key: `declines:session:${ctx.browserMark}`, max: browser, window: HOUR });
  }
  return limitFailures(ctx.db, ctx.protocolNow(), limits, {
    code: 'too_many_declines',
    counts: (error) => error instanceof Refusal && DECLINED.includes(error.code),
    work: charge,
  });
}
