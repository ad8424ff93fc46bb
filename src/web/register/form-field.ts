import { type ChangeEvent, createContext, useContext } from 'react';
import { type RowField, withRowField } from '../team/team-form.ts';
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
  return (name: Exclude<keyof FormValues, 'others' | 'pastedList'>) => ({
    name,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.change(name, event.target.value),
    onBlur: () => form.leave(name),
  });
}

/** The values with one field changed; everything else is the same object as before. */
export function withValue(values: FormValues, name: FieldName, value: string): FormValues {
  return isRowField(name)
    ? { ...values, others: withRowField(values.others, name, value) }
    : { ...values, [name]: value };
}

function isRowField(name: FieldName): name is RowField {
  return name.startsWith('others.');
}
