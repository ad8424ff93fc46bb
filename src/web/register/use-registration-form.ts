import { useEffect, useRef, useState } from 'react';
import { type Resolver, set, useForm } from 'react-hook-form';
import type { FormError } from '../ui/error-summary.tsx';
import type { CouponOrder } from './applied-coupon.ts';
import { couponKey } from './applied-coupon.ts';
import { type CheckedRegistration, checkRegistration } from './check-registration.ts';
import { type Draft, saveDraft } from './draft.ts';
import { blankValues, type FormValues } from './form-values.ts';
import { type CouponState, UNUSED_CODE } from './use-coupon.ts';

export function useRegistrationForm(draft: Draft | null) {
  return useForm<FormValues, unknown, CheckedRegistration>({
    defaultValues: draft?.values ?? blankValues(),
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
  });
}

type RegistrationForm = ReturnType<typeof useRegistrationForm>;

const resolver: Resolver<FormValues, unknown, CheckedRegistration> = (values) => {
  const checked = checkRegistration(values);
  if (checked.ok) return { values: checked.registration, errors: {} };
  const errors = {};
  for (const { field, message } of checked.problems) set(errors, field, { type: 'contract', message });
  return { values: {}, errors };
};

/** Keeps what is typed as it is typed. Returns the function that marks it as gone on to the summary. */
export function useDraftKeeping(
  form: RegistrationForm,
  { draft, coupon, order }: { draft: Draft | null; coupon: CouponState; order: CouponOrder },
): () => void {
  const submitted = useRef(draft?.submitted ?? false);
  const save = () => {
    const { code, applied } = coupon;
    saveDraft({
      values: form.getValues(),
      couponCode: code,
      coupon: applied && { key: couponKey(order), applied },
      submitted: submitted.current,
    });
  };
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
    save();
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => latestSave.current() }),
    [form],
  );
  return () => {
    submitted.current = true;
    save();
  };
}

/** The submit handler, and what the summary of errors shows after a try that failed. */
export function useSubmit(
  form: RegistrationForm,
  {
    coupon,
    onValid,
    onErrors,
  }: {
    coupon: CouponState;
    onValid: (registration: CheckedRegistration) => void;
    onErrors: ((hasErrors: boolean) => void) | undefined;
  },
) {
  const [failed, setFailed] = useState<{ attempt: number; errors: FormError[] }>({ attempt: 0, errors: [] });
  const hasUnusedCode = coupon.code.trim() !== '' && !coupon.applied;
  const complain = () => {
    const checked = checkRegistration(form.getValues());
    const errors = checked.ok
      ? []
      : checked.problems.map(({ field, message }) => ({ fieldId: field, message }));
    if (hasUnusedCode) {
      coupon.complainOfUnused();
      errors.push({ fieldId: 'couponCode', message: UNUSED_CODE });
    }
    onErrors?.(true);
    setFailed(({ attempt }) => ({ attempt: attempt + 1, errors }));
  };
  const submit = form.handleSubmit((registration) => {
    if (hasUnusedCode) complain();
    else onValid(registration);
  }, complain);
  return { submit, attempt: failed.attempt, errors: failed.errors };
}
