import { useEffect, useRef, useState } from 'react';
import { validateCoupon } from '#contract/checkout.ts';
import { ApiError, call } from '../api.ts';
import { readPendingRegistration } from '../pending-registration.ts';
import type { FormError } from '../ui/error-summary.tsx';
import { type AppliedCoupon, type CouponOrder, couponKey } from './applied-coupon.ts';
import type { Draft } from './draft.ts';

export type CouponState = ReturnType<typeof useCoupon>;

type CheckedCoupon = { applied: AppliedCoupon | null; error?: string };

/** A code and the server's response for this order. A different order clears both, and `removed` is the code. */
export function useCoupon(order: CouponOrder, draft: Draft | null) {
  const key = couponKey(order);
  const [code, setCode] = useState('');
  const [response, setResponse] = useState<CheckedCoupon>({ applied: null });
  const [isChecking, setChecking] = useState(false);
  const [heldFor, setHeldFor] = useState(key);
  const [removed, setRemoved] = useState<string | null>(null);
  const [restored, setRestored] = useState<Draft | null>(null);
  const latest = useRef('');
  useEffect(() => {
    latest.current = `${key} ${code}`;
  }, [key, code]);

  const clear = () => {
    setCode('');
    setResponse({ applied: null });
    setChecking(false);
    setRemoved(null);
  };
  if (draft !== restored) {
    setRestored(draft);
    setHeldFor(key);
    setCode(draft?.couponCode ?? '');
    setResponse({ applied: draft?.coupon?.key === key ? draft.coupon.applied : null });
  } else if (heldFor !== key) {
    setHeldFor(key);
    clear();
    // Even if it was never applied, or the buyer would continue, believing that it was.
    setRemoved(response.applied?.code ?? (code.trim() || removed));
  }

  const apply = async (typed: string) => {
    if (isChecking) return;
    setCode(typed);
    setRemoved(null);
    setChecking(true);
    const question = `${key} ${typed}`;
    latest.current = question;
    const next = await askServer(typed, order);
    // The response is for the order and the code that were sent; the visitor may have changed them since.
    if (latest.current !== question) return;
    setResponse(next);
    setChecking(false);
  };

  return {
    code,
    applied: response.applied,
    error: response.error,
    isChecking,
    removed,
    setCode: (typed: string) => {
      setChecking(false);
      setRemoved(null);
      setCode(typed);
      setResponse({ applied: null });
    },
    /** Refuses a code that was typed but not applied, at its field and in the error summary. */
    complainIfUnused: (): FormError[] => {
      if (code.trim() === '' || response.applied) return [];
      const error = isChecking ? STILL_CHECKING : UNUSED_CODE;
      setResponse({ applied: null, error });
      return [{ fieldId: FIELD, message: error }];
    },
    /** Whether an error of the last attempt still shows at its field, which goes once a code is applied. */
    isStillShown: ({ fieldId, message }: FormError) => fieldId !== FIELD || message === response.error,
    apply: () => apply(code),
    applyAgain: () => apply(removed ?? ''),
    clear,
  };
}

const FIELD = 'couponCode';
const STILL_CHECKING = 'We are still checking this code. Please try again in a moment.';
const UNUSED_CODE = 'Apply this code, or clear the field to continue without it.';

async function askServer(typed: string, { eventType, seats }: CouponOrder): Promise<CheckedCoupon> {
  // As typed, because the payment provider tells capital letters from small ones.
  const code = typed.trim();
  if (!code) return { applied: null, error: 'Enter a coupon code' };
  try {
    const checkoutId = readPendingRegistration()?.checkoutId;
    const response = await call(validateCoupon, {
      body: { code, eventType, attendeeCount: seats, checkoutId },
    });
    if (!response.valid) return { applied: null, error: response.message };
    const { coupon, discountAmount } = response;
    return {
      applied: { code: coupon?.code ?? code, description: coupon?.description ?? '', discountAmount },
    };
  } catch (error) {
    if (error instanceof ApiError) return { applied: null, error: error.sentence };
    throw error;
  }
}
