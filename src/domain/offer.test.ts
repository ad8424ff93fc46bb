import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleEvent as event, samplePackage } from '#test/sample-event.ts';
import { type Offer, type OfferRefusal, offerOf, saleAt, savingsOf, termsOf } from './offer.ts';
import { EVENT_TYPES, type Listing, PACKAGE_SIZES, seatsOf } from './packages.ts';

const one = samplePackage('conference', 'individual');
const now = new Date('2025-08-10T12:00:00Z');
const input = { event, package: one, now, closedByBuild: false, seatsLeft: 10 };

describe('an offer (R-OFFER-1)', () => {
  test('says what the package costs now', () => {
    const offer = { package: one, seats: 1, pricing: 'regular', price: 20_00, listing: null, refusal: null };
    expect(offerOf(input)).toEqual(offer);
    const early = { ...input, now: new Date(event.earlyBirdEndsAt) };
    expect(offerOf(early)).toEqual({ ...offer, pricing: 'early_bird', price: 15_00 });
  });

  test.each<[number | null, OfferRefusal | null]>([
    [-2, 'sold_out'],
    [0, 'sold_out'],
    [1, 'too_few_seats'],
    [4, 'too_few_seats'],
    [5, null],
    [null, null],
  ])('of five seats with %j left: %j', (seatsLeft, refusal) => {
    const team = samplePackage('conference', 'small_group');
    expect(offerOf({ ...input, package: team, seatsLeft }).refusal).toBe(refusal);
  });

  test('is refused for the first reason that applies, and still has a price', () => {
    const listing = listed(false);
    const training = samplePackage('trainer', 'small_group', { listings: { regular: listing } });
    const ended = new Date(event.trainingSaleEndsAt);
    const steps = [
      { package: training, now: new Date(event.closesAt), seatsLeft: 0 },
      { package: training, now: ended, closedByBuild: true, seatsLeft: 0 },
      { package: training, now: ended, seatsLeft: 0 },
      { package: training, seatsLeft: 0 },
      { package: { ...training, listings: {} }, seatsLeft: 0 },
      { package: { ...training, listings: {} }, seatsLeft: 4 },
      { package: { ...training, listings: {} }, seatsLeft: 5 },
    ];
    const offers = steps.map((changes) => offerOf({ ...input, ...changes }));
    expect(offers.map(({ refusal }) => refusal)).toEqual([
      'registration_closed',
      'registration_closed_early',
      'sale_ended',
      'package_not_offered',
      'sold_out',
      'too_few_seats',
      null,
    ]);
    expect(new Set(offers.map(({ price }) => price))).toEqual(new Set([20_00]));
    expect(offers.map((offer) => offer.listing)).toEqual([
      ...[listing, listing, listing, listing],
      ...[null, null, null],
    ]);
  });
});

test.each([
  [99_00, 79_00],
  [20_01, 1],
  [20_00, null],
  [19_99, null],
  [null, null],
])('with %j struck through, the savings are %j', (originalPrice, savings) => {
  const offer = offerOf({ ...input, package: { ...one, originalPrice } });
  expect(savingsOf(offer)).toBe(savings);
});

test.each([
  [event.earlyBirdEndsAt, 0, { phase: 'early_bird', pricing: 'early_bird', isTrainingOnSale: true }],
  [event.earlyBirdEndsAt, 1, { phase: 'regular', isTrainingOnSale: true }],
  [event.trainingSaleEndsAt, -1, { isTrainingOnSale: true }],
  [event.trainingSaleEndsAt, 0, { isTrainingOnSale: false }],
  ['2025-09-20T00:00:00-06:00', -1, { phase: 'regular' }],
  ['2025-09-20T00:00:00-06:00', 0, { isOnToday: true }],
  [event.startsAt, 0, { isOnToday: true, phase: 'under_way' }],
  [event.endsAt, -1, { isOnToday: true, phase: 'under_way' }],
  [event.endsAt, 0, { phase: 'ended', isOver: true }],
  [event.closesAt, 0, { phase: 'past', isOver: true, isClosed: true }],
])('the state of the sale at %s plus %i ms (R-TIME-1)', (instant, ms, changes) => {
  const at = new Date(new Date(instant).getTime() + ms);
  const open = {
    ...{ phase: 'regular', pricing: 'regular' },
    ...{ isClosed: false, isOver: false, isOnToday: false, isTrainingOnSale: false },
  };
  expect(saleAt(event, at, false)).toEqual({ ...open, ...changes });
  expect(saleAt(event, at, true)).toEqual({ ...open, ...changes, isClosed: true });
});

describe('random offers (R-OFFER-1)', () => {
  const hour = 3_600_000;
  const instants = [event.earlyBirdEndsAt, event.trainingSaleEndsAt, event.endsAt, event.closesAt];
  const drawn = fc.record({
    eventType: fc.constantFrom(...EVENT_TYPES),
    size: fc.constantFrom(...PACKAGE_SIZES),
    // Close to an instant at which the result changes, or anywhere around.
    at: fc
      .tuple(
        fc.constantFrom(...instants),
        fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -40 * hour, max: 40 * hour })),
      )
      .map(([instant, ms]) => new Date(new Date(instant).getTime() + ms)),
    closedByBuild: fc.boolean(),
    early: fc.option(fc.boolean()),
    regular: fc.option(fc.boolean()),
    seatsLeft: fc.option(fc.integer({ min: -1, max: 12 })),
  });
  const offered = (one: typeof drawn extends fc.Arbitrary<infer T> ? T : never): Offer =>
    offerOf({
      event,
      package: samplePackage(one.eventType, one.size, {
        listings: {
          ...(one.early !== null && { early_bird: listed(one.early) }),
          ...(one.regular !== null && { regular: listed(one.regular) }),
        },
      }),
      now: one.at,
      closedByBuild: one.closedByBuild,
      seatsLeft: one.seatsLeft,
    });

  test('an offer is refused exactly when a rule forbids it', () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const at = one.at.getTime();
        const isEarly = at <= new Date(event.earlyBirdEndsAt).getTime();
        const isOpen = !one.closedByBuild && at < new Date(event.closesAt).getTime();
        const isOnSale = one.eventType === 'conference' || at < new Date(event.trainingSaleEndsAt).getTime();
        const isOffered = (isEarly ? one.early : one.regular) ?? true;
        const hasSeats = one.seatsLeft === null || one.seatsLeft >= seatsOf(one.size);
        const offer = offered(one);
        return (
          (offer.refusal === null) === (isOpen && isOnSale && isOffered && hasSeats) &&
          offer.price === (isEarly ? 15_00 : 20_00) &&
          offer.seats === seatsOf(one.size)
        );
      }),
      { numRuns: 20_000 },
    );
  });

  test('one more free seat never causes a refusal, and neither does an unknown number of seats', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: -1, max: 12 }), (one, seatsLeft) => {
        const [fewer, more] = [seatsLeft, seatsLeft + 1].map((left) => offered({ ...one, seatsLeft: left }));
        const unknown = offered({ ...one, seatsLeft: null });
        const terms = termsOf({ ...one, event, package: unknown.package, now: one.at });
        return (fewer!.refusal !== null || more!.refusal === null) && unknown.refusal === terms.refusal;
      }),
      { numRuns: 20_000 },
    );
  });
});

function listed(isOffered: boolean): Listing {
  return { productId: 'prod_1', priceId: 'price_1', amount: 20_00, isOffered };
}
