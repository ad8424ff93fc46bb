import { useEffect, useRef, useState } from 'react';
import { validateCoupon } from '#contract/checkout.ts';
import { normalizeCouponCode } from '#domain/coupon.ts';
import { ApiError, call } from '../api.ts';
import { readPendingRegistration } from '../pending-registration.ts';
import type { FormError } from '../ui/error-summary.tsx';
import { type AppliedCoupon, type CouponOrder, couponKey } from './applied-coupon.ts';
import type { Draft } from './draft.ts';

export interface CouponState {
  readonly code: string;
  readonly applied: AppliedCoupon | null;
  readonly error: string | undefined;
  readonly isChecking: boolean;
  setCode(code: string): void;
  /** Refuses a code that was typed but not applied, at its field and in the error summary. */
  complainIfUnused(): FormError[];
  apply(): Promise<void>;
  clear(): void;
}

type Answer = { applied: AppliedCoupon | null; error?: string };

/** A code and the server's response for this order. A different order clears both. */
export function useCoupon(order: CouponOrder, draft: Draft | null): CouponState {
  const key = couponKey(order);
  const [code, setCode] = useState('');
  const [answer, setAnswer] = useState<Answer>({ applied: null });
  const [isChecking, setChecking] = useState(false);
  const [heldFor, setHeldFor] = useState(key);
  const [restored, setRestored] = useState<Draft | null>(null);
  const latestKey = useRef(key);
  useEffect(() => {
    latestKey.current = key;
  }, [key]);

  const clear = () => {
    setCode('');
    setAnswer({ applied: null });
    setChecking(false);
  };
  if (draft !== restored) {
    setRestored(draft);
    setHeldFor(key);
    setCode(draft?.couponCode ?? '');
    setAnswer({ applied: draft?.coupon?.key === key ? draft.coupon.applied : null });
  } else if (heldFor !== key) {
    setHeldFor(key);
    clear();
  }

  const apply = async () => {
    if (isChecking) return;
    setChecking(true);
    const next = await askServer(code, order);
    // The response is for the order that was sent; the visitor may have changed it since.
    if (latestKey.current !== key) return;
    setAnswer(next);
    setChecking(false);
  };

  return {
    code,
    applied: answer.applied,
    error: answer.error,
    isChecking,
    setCode: (typed) => {
      setCode(typed);
      setAnswer({ applied: null });
    },
    complainIfUnused: () => {
      if (code.trim() === '' || answer.applied) return [];
      setAnswer({ applied: null, error: UNUSED_CODE });
      return [{ fieldId: 'couponCode', message: UNUSED_CODE }];
    },
    apply,
    clear,
  };
}

const UNUSED_CODE = 'Apply this code, or empty the field to go on without it.';

async function askServer(typed: string, { eventType, seats }: CouponOrder): Promise<Answer> {
  const code = normalizeCouponCode(typed);
  if (!code) return { applied: null, error: 'Enter a coupon code' };
  try {
    const checkoutId = readPendingRegistration()?.checkoutId;
    const answer = await call(validateCoupon, {
      body: { code, eventType, attendeeCount: seats, checkoutId },
    });
    if (!answer.valid) return { applied: null, error: answer.message };
    const { coupon, discountAmount } = answer;
    return {
      applied: { code: coupon?.code ?? code, description: coupon?.description ?? '', discountAmount },
    };
  } catch (error) {
    if (error instanceof ApiError) return { applied: null, error: error.sentence };
    throw error;
  }
}
