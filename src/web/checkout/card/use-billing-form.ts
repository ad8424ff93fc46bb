import { type ChangeEvent, useEffect, useState } from 'react';
import type { BillingForm } from '#contract/square.ts';
import type { FormError } from '../../ui/error-summary.tsx';
import { saveBillingDraft } from './billing-draft.ts';
import {
  type BillingField,
  type BillingProblems,
  type BillingValues,
  checkBilling,
} from './billing-values.ts';

const NONE: BillingProblems = new Map();

/**
 * The billing fields and which of their problems are in sight: none before the first try, then those of that try;
 * afterwards each field is looked at again as it changes.
 */
export function useBillingForm(orderId: string, initial: BillingValues) {
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState<{ attempt: number; problems: BillingProblems }>({
    attempt: 0,
    problems: NONE,
  });
  /** What this page finds right and the server does not, until it is changed. */
  const [refused, setRefused] = useState(NONE);
  useEffect(() => saveBillingDraft(orderId, values), [orderId, values]);

  const checked = checkBilling(values);
  const present = tried.attempt > 0 && !checked.ok ? checked.problems : NONE;

  const complain = (problems: BillingProblems) =>
    setTried(({ attempt }) => ({ attempt: attempt + 1, problems }));

  return {
    values,
    /** Everything a field component takes but its label. */
    field: (name: BillingField) => ({
      name,
      value: values[name],
      error: refused.get(name) ?? present.get(name),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        // Autofill changes several fields at once: each change builds on the one before.
        setValues((before) => ({ ...before, [name]: target.value }));
        setRefused((before) => new Map([...before].filter(([field]) => field !== name)));
      },
    }),
    attempt: tried.attempt,
    errors: [...tried.problems].map(([fieldId, message]): FormError => ({ fieldId, message })),
    /** Null, with every problem in sight and summed up, unless there is none. */
    check(): BillingForm | null {
      if (checked.ok) {
        setTried(({ attempt }) => ({ attempt, problems: NONE }));
        return checked.billing;
      }
      complain(checked.problems);
      return null;
    },
    refuse(problems: BillingProblems) {
      setRefused(problems);
      complain(problems);
    },
  };
}

export type BillingFormState = ReturnType<typeof useBillingForm>;
