import { focusManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { LocalCoupon } from '#contract/coupons.ts';
import { type Drawn, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { syncClock } from '../../clock.ts';
import { CouponsPage } from './coupons-page.tsx';
import { StripeCouponsTab } from './stripe-coupons-tab.tsx';

vi.mock('../frame/admin-subpage.tsx', () => ({ AdminSubpage: () => null }));

afterEach(() => vi.unstubAllGlobals());

const SPRING: LocalCoupon = {
  ...{ id: 3, code: 'SPRING10', description: 'For spring', discountType: 'percentage', discountValue: 10 },
  ...{ minOrderAmount: null, maxDiscount: null, usageLimit: 5, usageCount: 3, heldCount: 1, isUsed: true },
  ...{ eventTypes: ['conference'], validUntil: null, isActive: true, updatedAt: '2025-07-15T16:00:00.000Z' },
};

interface Subpage {
  readonly denied: object;
  readonly children: (user: object) => Drawn<object>;
}
interface Lists {
  readonly query: { refetch: () => Promise<unknown> };
  readonly children: (found: readonly LocalCoupon[]) => Drawn<object>;
}

test('a coupon that a colleague deletes leaves its open form where it is', async () => {
  vi.stubGlobal('fetch', async () => Response.json([SPRING]));
  const { children } = findByProp<Subpage>(CouponsPage(), 'denied').props;
  const { type, props } = children({ isCouponAdmin: true });
  const desk = await mount(() => type(props));
  const lists = () => findByProp<Lists>(desk.result, 'query').props;
  const row = findByProp<{ onEdit: () => void }>(lists().children([SPRING]), 'onEdit');
  await desk.act(() => row.props.onEdit());
  vi.stubGlobal('fetch', async () => Response.json([]));
  await desk.act(() => lists().query.refetch());
  const form = findByProp<{ coupon: LocalCoupon }>(desk.result, 'coupon');
  expect(form.props.coupon.code).toBe('SPRING10');
});

test.each([
  [
    'site',
    () => findByProp<Subpage>(CouponsPage(), 'denied').props.children({ isCouponAdmin: true }).type({}),
  ],
  ['Stripe', StripeCouponsTab],
])('a list of %s coupons has the latest uses when its page is shown again', async (_whose, draw) => {
  const calls = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', calls);
  const desk = await mount(draw);
  await desk.act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    focusManager.setFocused(undefined);
  });
  expect(calls).toHaveBeenCalledTimes(2);
});

/** The text of the coupon's row in the summer before the event. */
async function rowOf(changes: Partial<LocalCoupon>): Promise<string> {
  syncClock(String(Date.parse('2025-07-15T16:00:00Z')));
  const coupon = { ...SPRING, ...changes };
  vi.stubGlobal('fetch', async () => Response.json([coupon]));
  const { children } = findByProp<Subpage>(CouponsPage(), 'denied').props;
  const { type, props } = children({ isCouponAdmin: true });
  const desk = await mount(() => type(props));
  const row = findByProp<{ onEdit: () => void }>(
    findByProp<Lists>(desk.result, 'query').props.children([coupon]),
    'onEdit',
  );
  return textIn((await mount(() => row.type(row.props))).result);
}

test('an active coupon that checkout refuses says why', async () => {
  const hints = /None left|Expired/g;
  expect((await rowOf({})).match(hints)).toBeNull();
  expect((await rowOf({ heldCount: 2 })).match(hints)).toEqual(['None left']);
  expect((await rowOf({ usageLimit: null, usageCount: 900 })).match(hints)).toBeNull();
  expect((await rowOf({ validUntil: '2025-07-15T07:00:00.000Z' })).match(hints)).toEqual(['Expired']);
  expect((await rowOf({ validUntil: '2025-07-16T07:00:00.000Z' })).match(hints)).toBeNull();
});
