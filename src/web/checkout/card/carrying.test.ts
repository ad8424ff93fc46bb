import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { carryToNextPage } from '../../storage.ts';
import { UnfinishedOrderNotice } from '../../unfinished-order-notice.tsx';
import { OrderReplaced } from './card-page-states.tsx';

vi.mock('../../boot.ts', () => ({ boot: { now: '2025-07-15T16:00:00Z' } }));

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['our card form', '/square-checkout?orderId=7K2M', carryToNextPage],
  ['the provider’s page, which could read it', 'https://checkout.example/7K2M', undefined],
])('what was typed and not stored is carried or not to %s', async (_what, url, carry) => {
  const order: CheckoutOrder = {
    ...{ transactionId: '7K2M', checkoutId: null, registrationNumber: 'DSS000042', packageLabel: 'Team' },
    ...{ totalAmount: 20_00, state: 'open', isCertain: true, url, keptUntil: '2999-01-01T00:00:00.000Z' },
  };
  const links = await mount(() => {
    const notice = UnfinishedOrderNotice({ order, onGivenUp: () => {} });
    return [notice, OrderReplaced({ by: order })].map((one) => {
      const { action } = findByProp<{ action: ReactNode }>(one, 'action').props;
      return findByProp<{ href: string; onClick?: unknown }>(action, 'href').props;
    });
  });
  expect(links.result.map(({ href, onClick }) => [href, onClick])).toEqual([
    [url, carry],
    [url, carry],
  ]);
});
