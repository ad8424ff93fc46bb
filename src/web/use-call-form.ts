import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from './api.ts';

/**
 * A form for one call: checked by the call's own schema, with each problem, ours or the server's, at its field and in the
 * summary. `fields` are those that a person fills in, in their order; `refusal` is why the call failed last.
 */
export function useCallForm<Input extends FieldValues, Output>({
  schema,
  initial,
  fields,
  refusal,
}: {
  schema: z.ZodMiniType<Output, Input>;
  initial: DefaultValues<Input>;
  fields: readonly Path<Input>[];
  refusal: unknown;
}) {
  const prefix = useId();
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const { formState } = form;
  const refused = refusal instanceof ApiError ? refusal.fields : {};
  const errorOf = (name: Path<Input>) => form.getFieldState(name, formState).error?.message ?? refused[name];
  const idOf = (name: Path<Input>) => `${prefix}-${name}`;
  return {
    form,
    id: `${prefix}-form`,
    isDirty: formState.isDirty,
    errorOf,
    /** Everything a field component takes but its label. */
    field: (name: Path<Input>, options?: RegisterOptions<Input, Path<Input>>) => ({
      ...form.register(name, options),
      id: idOf(name),
      error: errorOf(name),
    }),
    /** For the summary. */
    errors: fields.flatMap((name) => {
      const message = errorOf(name);
      return message ? [{ fieldId: idOf(name), message }] : [];
    }),
    attempt: formState.submitCount,
    submit: form.handleSubmit,
  };
}
