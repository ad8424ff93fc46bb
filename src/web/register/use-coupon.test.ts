import { afterEach, expect, test, vi } from 'vitest';
import type { PendingRegistration } from '#contract/checkout.ts';
import { mount } from '#test/mount.ts';
import type { Draft } from './draft.ts';
import { useCoupon } from './use-coupon.ts';

let pending: Partial<PendingRegistration> | null;
vi.mock('../pending-registration.ts', () => ({ readPendingRegistration: () => pending }));

afterEach(() => vi.unstubAllGlobals());

const order = { eventType: 'conference', seats: 1, price: 20_00 } as const;
const applied = { code: 'SAVE5', description: '', discountAmount: 5_00 };
const coupon = { key: 'conference/1/2000', applied };

test.each([
  ['before the first Continue', null, applied],
  ['back from the summary', { couponCode: 'SAVE5' }, applied],
  ['once the summary has removed its code', { couponCode: null }, null],
])('the draft of a coupon, %s', async (_when, given, restored) => {
  pending = given;
  const draft = { couponCode: 'save5', coupon, submitted: given !== null } as Draft;
  const { result } = await mount(() => useCoupon(order, draft));
  expect([result.code, result.applied]).toEqual(['save5', restored]);
});
