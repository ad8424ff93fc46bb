import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form';
import type { FormValues } from './form-values.ts';

/** Attributes of one field and its error. A field is checked when it is left; one with an error, as it changes. */
export function useFormField(name: FieldPath<FormValues>) {
  const { register, trigger, control } = useFormContext<FormValues>();
  const { errors } = useFormState({ control, name });
  const { message: error } = (get(errors, name) ?? {}) as { message?: string };
  const field = register(name, {
    onChange: () => {
      if (error) void trigger(name);
    },
  });
  return { ...field, error };
}
