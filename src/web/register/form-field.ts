import { type ChangeEvent, createContext, useContext } from 'react';
import type { MemberValues } from '../team/member-values.ts';
import type { RowField } from '../team/team-form.ts';
import type { FormValues } from './form-values.ts';

/** A field by its path, which is also its `name` and `id`. */
export type FieldName = Exclude<keyof FormValues, 'others'> | RowField;

export interface RegistrationFormState {
  readonly values: FormValues;
  errorOf(name: FieldName): string | undefined;
  change(name: FieldName, value: string): void;
  /** The visitor has left the field. */
  leave(name: FieldName): void;
}

const FormContext = createContext<RegistrationFormState | null>(null);
export const FormProvider = FormContext.Provider;

export function useForm(): RegistrationFormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field of the registration form was rendered outside it');
  return form;
}

/** Returns a function for one field's props and its error, to spread on a field component. */
export function useFormField() {
  const form = useForm();
  return (name: FieldName) => ({
    name,
    value: valueAt(form.values, name),
    error: form.errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.change(name, event.target.value),
    onBlur: () => form.leave(name),
  });
}

export function valueAt(values: FormValues, name: FieldName): string {
  const place = rowOf(name);
  if (place) return values.others[place.row]![place.key];
  return values[name as Exclude<keyof FormValues, 'others' | 'pastedList'>];
}

/** The values with one field changed; everything else is the same object as before. */
export function withValue(values: FormValues, name: FieldName, value: string): FormValues {
  const place = rowOf(name);
  if (!place) return { ...values, [name]: value };
  const others = values.others.map((member, row) =>
    row === place.row ? { ...member, [place.key]: value } : member,
  );
  return { ...values, others };
}

function rowOf(name: FieldName): { row: number; key: keyof MemberValues } | null {
  const match = /^others\.(\d+)\.(\w+)$/.exec(name);
  return match && { row: Number(match[1]), key: match[2] as keyof MemberValues };
}
