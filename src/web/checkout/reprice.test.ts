import { beforeEach, expect, test, vi } from 'vitest';
import type { PendingRegistration } from '#contract/checkout.ts';

vi.hoisted(() => {
  const text = JSON.stringify({ now: '2025-08-01T12:00:00Z', closedByBuild: false, listings: [] });
  vi.stubGlobal('document', { getElementById: () => ({ textContent: text }) });
});

const { isStale, quotePending, reprice, shownAmounts, withoutCoupon } = await import('./reprice.ts');
const { currentPackages, refreshPackages } = await import('../packages.ts');

const earlyBird = new Date('2025-08-06T23:59:59Z');
const regular = new Date('2025-08-07T00:00:00Z');

const pending: PendingRegistration = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  phone: '303 555 0100',
  organization: null,
  track: 'caregivers',
  eventType: 'conference',
  teamMembers: [],
  amount: 20_00,
  originalAmount: 20_00,
  discountAmount: 4_50,
  finalAmount: 15_50,
  isEarlyBird: true,
  attendeeCount: 1,
  couponCode: 'SAVE',
  appliedCoupon: { code: 'SAVE' },
};

const answer = vi.fn<() => object>();
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(answer()));
});

const quoteAt = (now: Date) => quotePending(pending, now).quote!;

test('the page shows the pending amounts', () => {
  expect(shownAmounts(pending)).toEqual({ price: 20_00, discount: 4_50, total: 15_50 });
});

test('a registration is stale once early bird is over, or at another price', () => {
  expect(isStale(pending, quoteAt(earlyBird))).toBe(false);
  expect(isStale(pending, quoteAt(regular))).toBe(true);
  expect(isStale({ ...pending, originalAmount: 25_00 }, quoteAt(earlyBird))).toBe(true);
  expect(isStale({ ...pending, finalAmount: undefined }, quoteAt(earlyBird))).toBe(true);
});

test('a coupon that still applies gives today’s discount', async () => {
  answer.mockReturnValue({
    valid: true,
    discountAmount: 3_00,
    finalAmount: 17_00,
    message: '',
    coupon: null,
  });
  const { pending: next, couponRefusal } = await reprice(pending, quoteAt(regular));
  expect(next).toEqual({ ...pending, discountAmount: 3_00, finalAmount: 17_00, isEarlyBird: false });
  expect(couponRefusal).toBe(null);
});

test('the coupon is checked for this checkout, whose order may hold its last use', async () => {
  answer.mockReturnValue({
    valid: true,
    discountAmount: 4_50,
    finalAmount: 15_50,
    message: '',
    coupon: null,
  });
  const asked = vi.fn(async (_url: string, _init: RequestInit) => Response.json(answer()));
  vi.stubGlobal('fetch', asked);
  const checkoutId = '00000000-0000-4000-8000-000000000001';
  await reprice({ ...pending, checkoutId }, quoteAt(regular));
  expect(JSON.parse(String(asked.mock.calls[0]![1].body))).toEqual({
    ...{ code: 'SAVE', eventType: 'conference', attendeeCount: 1, checkoutId },
  });
});

test('a coupon that no longer applies is removed, with the reason', async () => {
  answer.mockReturnValue({
    valid: false,
    discountAmount: 0,
    finalAmount: 20_00,
    message: 'Expired.',
    coupon: null,
  });
  const { pending: next, couponRefusal } = await reprice(pending, quoteAt(regular));
  const { appliedCoupon, ...rest } = pending;
  expect(next).toEqual({
    ...rest,
    couponCode: null,
    discountAmount: 0,
    finalAmount: 20_00,
    isEarlyBird: false,
  });
  expect(couponRefusal).toBe('Expired.');
  expect(withoutCoupon(pending, quoteAt(regular))).toEqual(next);
});

test('an unavailable package has a reason', () => {
  const both = { ...pending, eventType: 'both' as const };
  expect(quotePending(both, new Date('2025-09-19T15:00:00Z')).refusal).toBe(
    'This package is no longer on sale.',
  );
  expect(quotePending({ ...pending, attendeeCount: 5 }, regular).refusal).toBe(
    'This package does not exist. Choose one of the packages on the registration page.',
  );
});

test('prices refreshed from the server apply from then on', async () => {
  const before = currentPackages();
  answer.mockReturnValue(before.map((one) => ({ ...one, earlyBirdPrice: 25_50 })));
  await refreshPackages();
  expect(quoteAt(earlyBird).price).toBe(25_50);
  expect(isStale(pending, quoteAt(earlyBird))).toBe(true);
  const listing = { productId: 'prod_1', priceId: 'price_1', amount: 25_50, isOffered: false };
  answer.mockReturnValue(before.map((one) => ({ ...one, listings: { early_bird: listing } })));
  await refreshPackages();
  expect(quotePending(pending, earlyBird).refusal).toBe('This package is not on sale at the moment.');
});
