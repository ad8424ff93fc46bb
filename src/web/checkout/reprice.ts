import { event } from '#content/event.ts';
import { type PendingRegistration, validateCoupon } from '#contract/checkout.ts';
import { QUOTE_WORDS } from '#contract/words/quotes.ts';
import type { Cents } from '#domain/money.ts';
import { packageLabel, packageSizeOf } from '#domain/packages.ts';
import { type Quote, quoteOrder } from '#domain/quote.ts';
import { call } from '../api.ts';
import { boot } from '../boot.ts';
import { currentPackages } from '../packages.ts';
import type { Amounts } from '../price-lines.tsx';

export function seatsOfPending(pending: PendingRegistration): number {
  return pending.attendeeCount ?? 1;
}

export function labelOfPending(pending: PendingRegistration): string {
  return packageLabel({
    eventType: pending.eventType,
    packageSize: packageSizeOf(seatsOfPending(pending)),
    totalAmount: pending.amount ?? 0,
  });
}

export function shownAmounts(pending: PendingRegistration): Amounts {
  return {
    price: pending.originalAmount ?? pending.amount ?? 0,
    discount: pending.discountAmount ?? 0,
    total: pending.finalAmount ?? 0,
  };
}

/** What the package costs at `now`, before any coupon; a sentence if it can't be bought. */
export function quotePending(
  pending: PendingRegistration,
  now: Date,
): { quote: Quote; refusal: null } | { quote: null; refusal: string } {
  const quoted = quoteOrder({
    event,
    packages: currentPackages(),
    eventType: pending.eventType,
    seats: seatsOfPending(pending),
    coupon: null,
    now,
    closedByBuild: boot.closedByBuild,
  });
  return quoted.ok
    ? { quote: quoted.quote, refusal: null }
    : { quote: null, refusal: QUOTE_WORDS[quoted.reason] };
}

export function isStale(pending: PendingRegistration, quote: Quote): boolean {
  return (
    pending.isEarlyBird !== (quote.pricing === 'early_bird') ||
    pending.finalAmount === undefined ||
    shownAmounts(pending).price !== quote.price
  );
}

/** The same registration at the current price. Its coupon is checked again, and removed if it no longer applies. */
export async function reprice(
  pending: PendingRegistration,
  quote: Quote,
): Promise<{ pending: PendingRegistration; couponRefusal: string | null }> {
  if (!pending.couponCode) return { pending: withAmounts(pending, quote, 0), couponRefusal: null };
  const response = await call(validateCoupon, {
    body: {
      code: pending.couponCode,
      eventType: pending.eventType,
      attendeeCount: quote.seats,
      checkoutId: pending.checkoutId,
    },
  });
  return response.valid
    ? { pending: withAmounts(pending, quote, response.discountAmount), couponRefusal: null }
    : { pending: withoutCoupon(pending, quote), couponRefusal: response.message };
}

export function withoutCoupon(pending: PendingRegistration, quote: Quote): PendingRegistration {
  const { appliedCoupon, ...rest } = pending;
  return withAmounts({ ...rest, couponCode: null }, quote, 0);
}

function withAmounts(pending: PendingRegistration, quote: Quote, discount: Cents): PendingRegistration {
  return {
    ...pending,
    amount: quote.price,
    originalAmount: quote.price,
    discountAmount: discount,
    finalAmount: quote.price - discount,
    isEarlyBird: quote.pricing === 'early_bird',
  };
}
