import { expect, test } from 'vitest';
import { findTab, TABS, tabAfterKey } from './tabs.ts';

test('the tabs have the specified names and order', () => {
  expect(TABS.map((tab) => tab.label)).toEqual([
    'Orders',
    'Registrations',
    'Check-In',
    'Newsletter',
    'Stripe Products',
    'Stripe Coupons',
    'Product Mappings',
    'Email Templates',
  ]);
});

test('an unknown or missing tab means the first', () => {
  expect([findTab('check-in').label, findTab('nonsense').label, findTab(undefined).label]).toEqual([
    'Check-In',
    'Orders',
    'Orders',
  ]);
});

test('arrows wrap around, Home and End go to the ends, other keys do nothing', () => {
  expect([
    tabAfterKey('ArrowRight', 2),
    tabAfterKey('ArrowRight', 7),
    tabAfterKey('ArrowLeft', 0),
    tabAfterKey('ArrowLeft', 3),
    tabAfterKey('Home', 5),
    tabAfterKey('End', 1),
    tabAfterKey('ArrowDown', 1),
  ]).toEqual([3, 0, 7, 2, 0, 7, null]);
});
