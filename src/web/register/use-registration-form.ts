import { useState } from 'react';
import type { FormError } from '../ui/error-summary.tsx';
import { type CheckedRegistration, checkRegistration } from './check-registration.ts';
import { type FieldName, type RegistrationFormState, withValue } from './form-field.ts';
import { blankValues, type FormValues, firstSizeOf, rowsFor } from './form-values.ts';

/**
 * The form's values and which of their problems show: none before the first attempt, then those of that attempt; a field
 * that was corrected is checked again when it loses focus.
 */
export function useRegistrationForm() {
  const [values, setValues] = useState(blankValues);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<{ attempt: number; errors: FormError[] }>({ attempt: 0, errors: [] });
  const problems = failed.attempt > 0 ? problemsOf(values) : new Map<string, string>();

  const change = (name: FieldName, value: string) => {
    // Autofill changes several fields at once: each change builds on the previous one.
    setValues((before) => withValue(before, name, value));
    const isFixed = shown.has(name) && !problemsOf(withValue(values, name, value)).has(name);
    if (isFixed) setShown((before) => without(before, name));
  };

  const state: RegistrationFormState = {
    values,
    errorOf: (name) => (shown.has(name) ? problems.get(name) : undefined),
    change,
    leave: (name) => setShown((before) => new Set([...before, name])),
  };

  const choosePackage = (size: FormValues['size'], eventType = values.eventType) =>
    setValues((before) => ({ ...before, eventType, size, others: rowsFor(size, before.others) }));
  const chooseEventType = (eventType: FormValues['eventType']) =>
    choosePackage(firstSizeOf(eventType), eventType);

  /** Null if the form has problems or there are `others`; all of them then show, also in the summary. */
  const check = (others: readonly FormError[]): CheckedRegistration | null => {
    const checked = checkRegistration(values);
    if (checked.ok && others.length === 0) return checked.registration;
    const found = checked.ok ? [] : checked.problems;
    setShown(new Set(found.map(({ field }) => field)));
    setFailed({
      attempt: failed.attempt + 1,
      errors: [
        ...found.map(({ field, message }) => ({ fieldId: field, message: inSummary(field, message) })),
        ...others,
      ],
    });
    return null;
  };

  return {
    state,
    restore: setValues,
    choosePackage,
    chooseEventType,
    check,
    attempt: failed.attempt,
    errors: failed.errors,
  };
}

/** The summary has no rows, so it names the seat: the leader has seat 1. */
function inSummary(field: string, message: string): string {
  const row = /^others\.(\d+)\./.exec(field)?.[1];
  return row === undefined ? message : `Seat ${Number(row) + 2}: ${message}`;
}

function problemsOf(values: FormValues): Map<string, string> {
  const checked = checkRegistration(values);
  return new Map(checked.ok ? [] : checked.problems.map(({ field, message }) => [field, message]));
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set([...names].filter((one) => one !== name));
}
