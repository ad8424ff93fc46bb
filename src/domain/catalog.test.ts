import { describe, expect, test } from 'vitest';
import { type CatalogProduct, findDrift, packagesInForce, readMapping, sortProducts } from './catalog.ts';
import {
  EVENT_TYPES,
  listingsToTell,
  PACKAGE_SIZES,
  type Package,
  PRICINGS,
  withListings,
} from './packages.ts';

const product = (changes: Partial<CatalogProduct> = {}): CatalogProduct => ({
  id: 'prod_1',
  name: 'Conference',
  description: null,
  active: true,
  metadata: { event_type: 'conference', team_size: 'individual', pricing_type: 'regular', enabled: 'true' },
  price: { id: 'price_1', amount: 20_00, currency: 'usd', active: true },
  ...changes,
});
const withMetadata = (changes: Record<string, string>, rest: Partial<CatalogProduct> = {}) =>
  product({ metadata: { ...product().metadata, ...changes }, ...rest });

const sold: Package = {
  eventType: 'conference',
  size: 'individual',
  name: 'Individual Package',
  description: '',
  includes: [],
  earlyBirdPrice: 20_00,
  regularPrice: 20_00,
  originalPrice: null,
  mostPopular: false,
  listed: true,
};
const early = withMetadata({ pricing_type: 'early_bird' }, { id: 'prod_early' });

describe('a product (R-CATALOG-1)', () => {
  test.each([
    ['individual', 'individual'],
    ['1', 'individual'],
    ['small_group', 'small_group'],
    ['5', 'small_group'],
    ['large_group', 'large_group'],
    ['10', 'large_group'],
  ])('of team size %s is %s', (team_size, size) => {
    expect(readMapping(withMetadata({ team_size }))).toMatchObject({ mapping: { size, amount: 20_00 } });
  });

  test('may cost as little as the provider charges', () => {
    const cheapest = product({ price: { ...product().price!, amount: 50 } });
    expect(readMapping(cheapest)).toMatchObject({ mapping: { amount: 50 } });
  });

  test.each([
    [
      product({ metadata: { team_size: '1' } }),
      { kind: 'wrong_metadata', key: 'event_type', value: undefined, allowed: EVENT_TYPES },
    ],
    [
      withMetadata({ event_type: 'party' }),
      { kind: 'wrong_metadata', key: 'event_type', value: 'party', allowed: EVENT_TYPES },
    ],
    [
      withMetadata({ team_size: '7' }),
      { kind: 'wrong_metadata', key: 'team_size', value: '7', allowed: PACKAGE_SIZES },
    ],
    [
      withMetadata({ pricing_type: 'early-bird' }),
      { kind: 'wrong_metadata', key: 'pricing_type', value: 'early-bird', allowed: PRICINGS },
    ],
    [
      withMetadata({ team_size: ' 5' }),
      { kind: 'wrong_metadata', key: 'team_size', value: ' 5', allowed: PACKAGE_SIZES },
    ],
    [
      withMetadata({ enabled: 'yes' }),
      { kind: 'wrong_metadata', key: 'enabled', value: 'yes', allowed: ['true', 'false'] },
    ],
    [product({ price: null }), { kind: 'no_price' }],
    [
      product({ price: { ...product().price!, currency: 'eur' } }),
      { kind: 'wrong_currency', currency: 'eur' },
    ],
    [product({ price: { ...product().price!, amount: null } }), { kind: 'no_amount' }],
    [product({ price: { ...product().price!, amount: 0 } }), { kind: 'below_minimum' }],
    [product({ price: { ...product().price!, amount: 49 } }), { kind: 'below_minimum' }],
    [product({ price: { ...product().price!, active: false } }), { kind: 'price_inactive' }],
  ])('with wrong metadata or a wrong price has a fault: case %#', (one, fault) => {
    expect(readMapping(one)).toEqual({ fault });
  });
});

test('products are listed as packages are, and those without a package last', () => {
  const other = product({ id: 'mug', metadata: {} });
  const both = withMetadata({ event_type: 'both', team_size: '1' }, { id: 'both' });
  const ten = withMetadata({ team_size: '10' }, { id: 'ten' });
  const sorted = sortProducts([other, both, ten, product(), early]);
  const byPricing = PRICINGS.map((one) => (one === 'regular' ? 'prod_1' : 'prod_early'));
  expect(sorted.map(({ id }) => id)).toEqual([...byPricing, 'ten', 'both', 'mug']);
});

describe('the price in force (R-CATALOG-2)', () => {
  test("is the product's, or the content's if there is no product", () => {
    const [one] = packagesInForce([sold], [product({ price: { ...product().price!, amount: 25_00 } })]);
    expect([one!.earlyBirdPrice, one!.regularPrice]).toEqual([20_00, 25_00]);
    expect(one!.listings).toMatchObject({ regular: { productId: 'prod_1', isOffered: true } });
    expect(packagesInForce([sold], [])[0]).toMatchObject({ regularPrice: 20_00, listings: {} });
    const free = product({ price: { ...product().price!, amount: 0 } });
    expect(packagesInForce([sold], [free])[0]).toMatchObject({ regularPrice: 20_00, listings: {} });
  });

  test.each([{ active: false }, { metadata: { ...product().metadata, enabled: 'false' } }])(
    'is not sold when the product is %j',
    (changes) => {
      const [one] = packagesInForce([sold], [product(changes)]);
      expect(one!.listings).toEqual({ regular: { ...one!.listings!.regular, isOffered: false } });
    },
  );

  test('comes from the product on sale if two are for the same package', () => {
    const off = product({ id: 'prod_off', active: false });
    const [one] = packagesInForce([sold], [off, product()]);
    expect(one!.listings!.regular!.productId).toBe('prod_1');
  });

  test('reaches pages as differences from the content', () => {
    const inForce = packagesInForce(
      [sold],
      [product({ price: { ...product().price!, amount: 25_00 } }), early],
    );
    const told = listingsToTell([sold], inForce);
    expect(told.map((one) => [one.pricing, one.amount])).toEqual([['regular', 25_00]]);
    expect(withListings([sold], told)[0]).toMatchObject({ earlyBirdPrice: 20_00, regularPrice: 25_00 });
  });

  test('reaches pages, too, if its product is switched off at the price of the content', () => {
    const told = listingsToTell([sold], packagesInForce([sold], [product({ active: false }), early]));
    expect(told.map((one) => [one.pricing, one.isOffered])).toEqual([['regular', false]]);
  });
});

describe('drift (R-CATALOG-3)', () => {
  const current = { isCurrent: true, readAt: new Date('2025-07-15T16:00:00Z') };

  test('is empty when everything matches, and ignores products without our metadata', () => {
    const replaced = product({ id: 'prod_0', active: false, price: { ...product().price!, amount: 15_00 } });
    const mug = product({ id: 'prod_mug', metadata: {} });
    expect(findDrift([sold], [replaced, product(), early, mug], current, PRICINGS)).toEqual([]);
  });

  test.each([
    [
      'differs',
      [product({ price: { ...product().price!, amount: 25_50 } }), early],
      'prod_1',
      { kind: 'other_price', content: 20_00, provider: 25_50 },
    ],
    [
      'invalid',
      [product(), product({ id: 'prod_2' }), early],
      'prod_2',
      { kind: 'same_place', as: 'prod_1' },
    ],
    [
      'invalid',
      [product(), early, withMetadata({ event_type: 'both' }, { id: 'prod_3' })],
      'prod_3',
      { kind: 'not_sold' },
    ],
    [
      'invalid',
      [product(), early, withMetadata({ team_size: 'huge' }, { id: 'prod_4' })],
      'prod_4',
      { kind: 'wrong_metadata', key: 'team_size', value: 'huge', allowed: PACKAGE_SIZES },
    ],
    ['invalid', [product({ active: false }), early], 'prod_1', { kind: 'switched_off', pricing: 'regular' }],
    [
      'invalid',
      [withMetadata({ enabled: 'false' }), early],
      'prod_1',
      { kind: 'switched_off', pricing: 'regular' },
    ],
    [
      'missing',
      [product()],
      null,
      { kind: 'not_mapped', eventType: 'conference', size: 'individual', pricing: 'early_bird' },
    ],
  ] as const)('reports what is %s: case %#', (kind, products, productId, reason) => {
    expect(findDrift([sold], products, current, PRICINGS)).toEqual([{ kind, productId, reason }]);
  });

  test('ignores a pricing that no longer applies', () => {
    const off = { ...early, active: false };
    const dear = { ...early, price: { ...early.price!, amount: 25_50 } };
    for (const products of [[product(), off], [product(), dear], [product()]])
      expect(findDrift([sold], products, current, ['regular'])).toEqual([]);
    expect(findDrift([sold], [product({ active: false }), early], current, ['regular'])).toHaveLength(1);
    const senseless = withMetadata({ pricing_type: 'early' }, { id: 'prod_early' });
    expect(findDrift([sold], [product(), senseless], current, ['regular'])).toHaveLength(1);
  });

  test.each([[current.readAt], [null]])('says when the provider last responded: %s', (readAt) => {
    expect(findDrift([sold], [product(), early], { isCurrent: false, readAt }, PRICINGS)).toEqual([
      { kind: 'old', productId: null, reason: { kind: 'provider_silent', readAt } },
    ]);
  });
});
