import type { KeyboardEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder } from '#test/sample-order.ts';

const opened: unknown[] = [];
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => (to: unknown) => opened.push(to),
}));
vi.mock('../../use-debounced.ts', () => ({ useDebounced: (value: unknown) => value }));
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { Palette } = await import('./palette.tsx');

afterEach(() => {
  opened.length = 0;
  vi.unstubAllGlobals();
});

const order = (id: number) => ({
  ...sampleOrder({ id }),
  ...{ totalAmount: '20.00', discountAmount: '0.00', squarePaymentId: null },
  ...{ billingAddressLine1: null, billingAddressLine2: null, billingCity: null },
  ...{ billingState: null, billingPostalCode: null, billingCountry: null },
});

interface Box {
  readonly value: string;
  readonly onChange: (event: object) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

test.each([
  ['a hit that is still there is opened, at another place', [4, 3, 2], 2],
  ['a hit that is gone opens no other', [4, 3, 5], null],
])('Enter during a search: %s', async (_what, found, expected) => {
  const searches: ((orders: object[]) => void)[] = [];
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('orders')
      ? new Promise((resolve) => searches.push((orders) => resolve(Response.json(orders))))
      : Promise.resolve(Response.json([])),
  );
  const palette = await mount(() =>
    Palette({ user: {} as never, onDialog: () => {}, onClose: () => opened.push('closed') }),
  );
  const box = () => findByProp<Box>(palette.result, 'onKeyDown').props;
  const type = (value: string) => palette.act(() => box().onChange({ target: { value } }));
  const press = (key: string) =>
    palette.act(() => box().onKeyDown({ key, nativeEvent: {}, preventDefault: () => {} } as never));
  await type('qq');
  await palette.act(() => searches[0]!([1, 2, 3].map(order)));
  await type('qqq');
  await press('ArrowDown');
  await press('Enter');
  await palette.act(() => searches[1]!(found.map(order)));
  expect(opened).toEqual(
    expected ? ['closed', { to: '/admin', search: { tab: 'orders', order: expected } }] : [],
  );
  if (expected) return;
  // The first is highlighted now.
  await press('Enter');
  expect(opened).toMatchObject(['closed', { search: { order: 4 } }]);
});
