import { expect, test } from 'vitest';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { OrderReplaced } from './card-page-states.tsx';

test('an order of the checkout that late money has paid is not called newer', () => {
  const titleOf = (state: string) => OrderReplaced({ by: { state } as CheckoutOrder }).props.title;
  expect([titleOf('paid'), titleOf('open')]).toEqual([
    'You have already paid',
    'A newer order has replaced this one',
  ]);
});
