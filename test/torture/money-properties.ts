import fc from 'fast-check';
import { event } from '#content/event.ts';
import { packages } from '#content/packages.ts';
import type { Coupon } from '#domain/coupon.ts';
import { percentOf, splitByLargestRemainder } from '#domain/money.ts';
import { EVENT_TYPES, PACKAGE_SIZES, type Package, pricesBySeats, seatsOf } from '#domain/packages.ts';
import { type Quote, quoteOrder } from '#domain/quote.ts';
import { previewCancellation, refundRefusal, refundShare, SEAT_VALUES } from '#domain/refund.ts';
import type { Check } from './check.ts';

const CASES = 100_000;
const cents = fc.integer({ min: 50, max: 99_999_99 });

const coupon: fc.Arbitrary<Coupon> = fc.record({
  code: fc.constant('ANY'),
  discountType: fc.constantFrom('percentage' as const, 'fixed' as const),
  discountValue: fc.integer({ min: 1, max: 100 }),
  minOrderAmount: fc.option(cents, { nil: null }),
  maxDiscount: fc.option(cents, { nil: null }),
  usageLimit: fc.constant(null),
  usesTaken: fc.nat(5),
  validFrom: fc.constant(null),
  validUntil: fc.constant(null),
  eventTypes: fc.constant(EVENT_TYPES),
  isActive: fc.boolean(),
});

const wish = fc.record({
  eventType: fc.constantFrom(...EVENT_TYPES),
  size: fc.constantFrom(...PACKAGE_SIZES),
  coupon: fc.option(coupon, { nil: null }),
  earlyBirdPrice: cents,
  regularPrice: cents,
  now: fc.date({
    min: new Date('2025-05-01T00:00:00Z'),
    max: new Date('2025-09-22T00:00:00Z'),
    noInvalidDate: true,
  }),
  refunds: fc.array(cents, { maxLength: 6 }),
  /** Seats that the buyer cancels in parts, and the rule. */
  cancels: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 }),
  percent: fc.integer({ min: 1, max: 100 }),
  seatValue: fc.constantFrom(...SEAT_VALUES),
});
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

/** R26: prices, discounts, shares and refunds of random orders. */
export const moneyProperties: Check = {
  id: 'R26',
  title: `${CASES} random quotes and their refunds`,
  goal: 'whole cents, the lines sum to the total, 0 ≤ refunded ≤ paid, parts canceled sum to the whole',
  seconds: 120,
  async run(torture) {
    let quoted = 0;
    const property = fc.property(wish, (one) => {
      const { size, refunds, earlyBirdPrice, regularPrice, ...rest } = one;
      const priced = packages.map((one): Package => ({ ...one, earlyBirdPrice, regularPrice }));
      const response = quoteOrder({
        event,
        packages: priced,
        seats: seatsOf(size),
        closedByBuild: false,
        ...rest,
      });
      if (!response.ok) return true;
      quoted += 1;
      const { quote } = response;
      return (
        isSound(quote) &&
        sharesAddUp(quote) &&
        refundsStayBelow(quote, refunds) &&
        cancellationsAddUp(quote, one, priced)
      );
    });
    const result = fc.check(property, { numRuns: torture.count(CASES), seed: torture.seed });
    const found = result.failed ? `fails for ${fc.stringify(result.counterexample)}` : 'none fails';
    return {
      measured: `${result.numRuns} cases, ${quoted} with a price, ${found}`,
      passed: !result.failed && quoted > 0,
    };
  },
};

function isSound({ price, discount, total }: Quote): boolean {
  const amounts = [price, discount, total];
  return amounts.every((one) => Number.isSafeInteger(one) && one >= 0) && price - discount === total;
}

function sharesAddUp({ total, seats }: Quote): boolean {
  const each = splitByLargestRemainder(
    total,
    Array.from({ length: seats }, () => 1),
  );
  const isEven = Math.max(...each) - Math.min(...each) <= 1;
  const chosen = refundShare(total, seats, seats - 1) + each.at(-1)!;
  return each.reduce((sum, one) => sum + one, 0) === total && isEven && chosen === total;
}

function refundsStayBelow({ total, seats }: Quote, amounts: readonly number[]): boolean {
  let refunded = 0;
  for (const amount of amounts) {
    const facts = { captured: total, refunded, lost: 0, isDisputed: false, people: [], seats };
    if (refundRefusal(facts, { amount, registrationIds: [], freeSeats: 0 }) === null) refunded += amount;
  }
  return refunded >= 0 && refunded <= total;
}

/** Canceled in parts, all seats return the percentage of the whole, and every part is a whole, non-negative amount. */
function cancellationsAddUp(quote: Quote, one: Wish, priced: readonly Package[]): boolean {
  const { price, total, seats, pricing } = quote;
  if (total === 0) return true;
  const list = pricesBySeats(priced, one.eventType, pricing, seats);
  const rule = { steps: [{ until: event.day, percent: one.percent }], seatValue: one.seatValue };
  const at = { zone: event.zone, now: new Date(event.earlyBirdEndsAt) };
  let [refunded, left] = [0, seats];
  for (const part of [...one.cancels, seats]) {
    const freeSeats = Math.min(part, left);
    const facts = {
      ...{ bought: { seats, price, total }, captured: total, refunded, lost: 0, isDisputed: false },
      ...{ isRefundedElsewhere: false, people: [], freeSeats: left, list },
    };
    const { amount } = previewCancellation(facts, rule, at, { registrationIds: [], freeSeats });
    if (!Number.isSafeInteger(amount) || amount < 0) return false;
    refunded += amount;
    left -= freeSeats;
  }
  return left === 0 && refunded === percentOf(total, one.percent);
}
