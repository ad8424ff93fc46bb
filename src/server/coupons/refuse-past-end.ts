import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** A coupon that has already ended can only be a mistake. `field` is where the form shows it. */
export function refusePastEnd(ctx: Context, end: Date | null, field: string): void {
  if (end === null || end > ctx.now) return;
  throw new Refusal('invalid', { fields: { [field]: REFUSAL_WORDS.couponEndsInPast } });
}
