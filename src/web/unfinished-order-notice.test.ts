import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sessionStore } from './storage.ts';
import { UnfinishedOrderNotice } from './unfinished-order-notice.tsx';

vi.mock('./boot.ts', () => ({ boot: { now: '2025-07-15T16:00:00Z' } }));

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['https://checkout.provider.example/pay/1', undefined],
  ['/checkout/card/7K2M', 'carried:[["draft","Ada"]]'],
])('what storage refused is carried only within this site: %s', async (url, carried) => {
  vi.stubGlobal('location', { origin: 'https://summit.example' });
  vi.stubGlobal('window', { name: '' });
  // Without a storage, as where it is blocked.
  sessionStore.set('draft', 'Ada');
  const order = {
    ...{ transactionId: '7K2M', standing: 'open', url, keptUntil: '2025-07-15T16:30:00Z' },
    ...{ packageLabel: 'Team', totalAmount: 20_00 },
  } as CheckoutOrder;
  const notice = await mount(
    () => UnfinishedOrderNotice({ order, onGivenUp: () => {} }) as ReactElement<{ action: ReactElement }>,
  );
  findByProp<{ href: string; onClick: () => void }>(notice.result.props.action, 'href').props.onClick();
  expect(window.name).toBe(carried);
});
