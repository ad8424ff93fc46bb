import { afterEach, expect, test, vi } from 'vitest';
import type { LocalCoupon } from '#contract/coupons.ts';
import { mount } from '#test/mount.ts';
import { syncClock } from '../../clock.ts';
import { EditCouponDialog } from './edit-coupon-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

/** It ended at nine this morning, and now it is ten. */
const ENDED: LocalCoupon = {
  id: 1,
  code: 'EARLY',
  description: 'Early birds',
  discountType: 'percentage',
  discountValue: 10,
  minOrderAmount: null,
  maxDiscount: null,
  usageLimit: null,
  usageCount: 0,
  heldCount: 0,
  isUsed: false,
  eventTypes: ['conference'],
  validUntil: '2025-07-15T15:00:00.000Z',
  isActive: false,
  updatedAt: '2025-07-15T15:00:00.000Z',
};
const TEN = String(Date.parse('2025-07-15T16:00:00Z'));

test.each([
  ['is switched on again for the rest of its last day', 'isActive', true, '2025-07-16T06:00:00.000Z'],
  ['keeps its end if only its description changes', 'description', 'Late birds', ENDED.validUntil],
])('a coupon that has ended %s', async (_what, field, value, validUntil) => {
  syncClock(TEN);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json(ENDED);
  });
  const dialog = await mount(() => EditCouponDialog({ coupon: ENDED, onClose: () => {} }).props);
  const { form } = dialog.result.form as never as { form: { setValue: (...args: unknown[]) => void } };
  await dialog.act(() => form.setValue(field, value, { shouldDirty: true }));
  await dialog.act(() => dialog.result.form.submit(dialog.result.action.start)(undefined as never));
  expect(sent).toMatchObject([{ [field]: value, validUntil }]);
});
