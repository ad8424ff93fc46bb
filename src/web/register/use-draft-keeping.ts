import { useEffect, useRef } from 'react';
import { type CouponOrder, couponKey } from './applied-coupon.ts';
import { type Draft, saveDraft } from './draft.ts';
import type { FormValues } from './form-values.ts';
import type { CouponState } from './use-coupon.ts';

/**
 * Saves the draft on every change, once the earlier `draft` was read. Returns a function that marks it as submitted to
 * the summary page.
 */
export function useDraftKeeping(
  draft: Draft | null | undefined,
  { values, coupon, order }: { values: FormValues; coupon: CouponState; order: CouponOrder },
): () => void {
  const submitted = useRef(false);
  useEffect(() => {
    submitted.current = draft?.submitted ?? false;
  }, [draft]);
  const save = () => {
    const { code, applied } = coupon;
    saveDraft({
      values,
      couponCode: code,
      coupon: applied && { key: couponKey(order), applied },
      submitted: submitted.current,
    });
  };
  useEffect(() => {
    if (draft !== undefined) save();
  });
  return () => {
    submitted.current = true;
    save();
  };
}
