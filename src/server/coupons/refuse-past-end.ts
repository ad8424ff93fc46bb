import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** A coupon that has ended before it begins can only be a slip of the pen. `field` is where the form shows it. */
export function refusePastEnd(ctx: Context, end: Date | null, field: string): void {
  if (end === null || end > ctx.now) return;
  const sentence = 'This day is over, so nobody could use the coupon. Choose a later one, or leave it blank.';
  throw new Refusal('invalid', { message: sentence, fields: { [field]: sentence } });
}
