import { expect, test, vi } from 'vitest';
import { exportOrders } from '#contract/admin-orders.ts';
import { getDoorList, getPracticeTickets } from '#contract/door-day.ts';
import { exportRegistrations } from '#contract/registrations.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { matchingPlaces } = await import('./places.ts');

const named = (text: string, isCouponAdmin = true) =>
  matchingPlaces(text, {
    user: { isCouponAdmin },
    openDesk: () => undefined,
    showShortcuts: () => undefined,
    download: () => undefined,
  }).map(({ name, kind }) => `${kind}: ${name}`);

test('each typed word must be in the name, in any order and case', () => {
  expect(named('ORDERS export')).toEqual(['Action: Export all orders']);
  expect(named('stripe coupons')).toEqual(['Page: Stripe Coupons']);
  expect(named('nothing like this')).toEqual([]);
});

test('the page of local coupons is listed only for people who may open it', () => {
  expect(named('coupons')).toEqual(['Page: Stripe Coupons', 'Page: Coupons']);
  expect(named('coupons', false)).toEqual(['Page: Stripe Coupons']);
});

test('a tab is opened by its key', () => {
  const opened: unknown[] = [];
  const [checkIn] = matchingPlaces('check-in', {
    user: { isCouponAdmin: false },
    openDesk: (search) => opened.push(search),
    showShortcuts: () => undefined,
    download: () => undefined,
  });
  checkIn!.run();
  expect(opened).toEqual([{ tab: 'check-in' }]);
});

test('a file is downloaded, because a refusal would replace the desk', () => {
  const downloaded: string[] = [];
  const files = ['print door', 'print practice', 'export orders', 'export registrations'];
  for (const text of files) {
    const [file] = matchingPlaces(text, {
      user: { isCouponAdmin: false },
      openDesk: () => undefined,
      showShortcuts: () => undefined,
      download: ({ path }) => downloaded.push(path),
    });
    file!.run();
  }
  expect(downloaded).toEqual([
    getDoorList.path,
    getPracticeTickets.path,
    exportOrders.path,
    exportRegistrations.path,
  ]);
});
