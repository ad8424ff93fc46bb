import { type ChangeEvent, useEffect, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { BillingForm } from '#contract/square.ts';
import type { FormError } from '../../ui/error-summary.tsx';
import { saveBillingDraft } from './billing-draft.ts';
import {
  type BillingField,
  type BillingProblems,
  type BillingValues,
  billingLabels,
  checkBilling,
} from './billing-values.ts';

const NONE: BillingProblems = new Map();

/**
 * The billing fields and which of their problems show: none before the first attempt, then those of that attempt; after
 * that, each field is checked again as it changes.
 */
export function useBillingForm(order: Order, initial: BillingValues) {
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState<{ attempt: number; problems: BillingProblems }>({
    attempt: 0,
    problems: NONE,
  });
  /** Fields that this page accepts and the server refused, until they change. */
  const [refused, setRefused] = useState(NONE);
  useEffect(() => saveBillingDraft(order, values), [order, values]);

  const checked = checkBilling(values);
  const present = tried.attempt > 0 && !checked.ok ? checked.problems : NONE;

  const complain = (problems: BillingProblems) =>
    setTried(({ attempt }) => ({ attempt: attempt + 1, problems }));

  return {
    values,
    /** What each field takes; Enter goes on to the next, and never pays. */
    field: (name: BillingField) => ({
      name,
      label: billingLabels[name],
      enterKeyHint: 'next' as const,
      value: values[name],
      error: refused.get(name) ?? present.get(name),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        // Autofill changes several fields at once: each change builds on the previous one.
        setValues((before) => ({ ...before, [name]: target.value }));
        setRefused((before) => new Map([...before].filter(([field]) => field !== name)));
      },
    }),
    /** The ZIP code of the card field has changed from `previous` to `next`. */
    followZipCode: (next: string, previous: string) =>
      setValues((before) => (before.postalCode === previous ? { ...before, postalCode: next } : before)),
    attempt: tried.attempt,
    errors: [...tried.problems].map(([fieldId, message]): FormError => ({ fieldId, message })),
    /** Null if there are problems; all of them then show, also in the summary. */
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
