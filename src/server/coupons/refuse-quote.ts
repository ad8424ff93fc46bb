import { ERRORS } from '#contract/errors.ts';
import type { Coupon } from '#domain/coupon.ts';
import { formatUsd } from '#domain/money.ts';
import type { QuoteRefusal } from '#domain/quote.ts';
import { Refusal } from '../errors.ts';

/** Why there is no price, in words; for a coupon with a minimum with its amount. */
export function quoteRefusalSentence(reason: QuoteRefusal, coupon: Coupon | null): string {
  if (reason === 'coupon_below_minimum' && coupon?.minOrderAmount != null) {
    return `This coupon needs an order of at least ${formatUsd(coupon.minOrderAmount)}.`;
  }
  return ERRORS[reason][1];
}

export function refuseQuote(reason: QuoteRefusal, coupon: Coupon | null): Refusal {
  return new Refusal(reason, { message: quoteRefusalSentence(reason, coupon) });
}
