import { afterEach, expect, test, vi } from 'vitest';
import type { LocalCoupon } from '#contract/coupons.ts';
import { type Drawn, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { CouponsPage } from './coupons-page.tsx';

vi.mock('../frame/admin-frame.tsx', () => ({ AdminSubpage: () => null }));

afterEach(() => vi.unstubAllGlobals());

const SPRING = { id: 3, code: 'SPRING10' } as LocalCoupon;

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
