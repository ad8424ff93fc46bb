import { ERROR_WORDS } from '#contract/words/errors.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import type { Coupon } from '#domain/coupon.ts';
import type { QuoteRefusal } from '#domain/quote.ts';
import { Refusal } from '../errors.ts';

/** Why there is no price, in a sentence; for a coupon's minimum, with the amount. */
export function quoteRefusalSentence(reason: QuoteRefusal, coupon: Coupon | null): string {
  if (reason === 'coupon_below_minimum' && coupon?.minOrderAmount != null) {
    return REFUSAL_WORDS.couponBelowMinimum(coupon.minOrderAmount);
  }
  return ERROR_WORDS[reason];
}

export function refuseQuote(reason: QuoteRefusal, coupon: Coupon | null): Refusal {
  return new Refusal(reason, { message: quoteRefusalSentence(reason, coupon) });
}
