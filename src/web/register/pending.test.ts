import { expect, test, vi } from 'vitest';
import { packages } from '#content/packages.ts';
import type { Offer } from '#domain/offer.ts';
import { findPackage } from '#domain/packages.ts';
import { checkRegistration } from './check-registration.ts';
import { blankValues } from './form-values.ts';
import { pendingFrom } from './pending.ts';

vi.mock('../boot.ts', () => ({ boot: { listings: [] } }));

const checkoutId = '7a1c3f0e-94d5-4b7e-9a51-0c5f6e2d8b11';
const coupon = { code: 'SAVE5', description: 'Five off', discountAmount: 5_05 };

const offer: Offer = {
  package: findPackage(packages, 'conference', 10)!,
  seats: 10,
  pricing: 'early_bird',
  price: 200_00,
  listing: null,
  refusal: null,
};

function registration() {
  const checked = checkRegistration({
    ...blankValues(),
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.org',
    phone: '303 555 0100',
    track: 'caregivers',
  });
  if (!checked.ok) throw new Error('the sample must be valid');
  return checked.registration;
}

test('a stored registration has the amounts before and after the coupon', () => {
  expect(pendingFrom(registration(), offer, coupon, checkoutId)).toEqual({
    ...registration(),
    checkoutId,
    amount: 200_00,
    originalAmount: 200_00,
    finalAmount: 194_95,
    discountAmount: 5_05,
    isEarlyBird: true,
    pricingType: 'group',
    attendeeCount: 10,
    couponCode: 'SAVE5',
    appliedCoupon: coupon,
  });
});

test('a stored registration names the product that its price comes from', () => {
  const listing = { productId: 'prod_1', priceId: 'price_1', amount: 200_00, isOffered: true };
  const pending = pendingFrom(registration(), { ...offer, listing }, null, checkoutId);
  expect(pending.stripeProductId).toBe('prod_1');
});

test('a discount never takes more than the price', () => {
  const free = pendingFrom(registration(), offer, { ...coupon, discountAmount: 999_00 }, checkoutId);
  expect([free.discountAmount, free.finalAmount]).toEqual([200_00, 0]);
});
