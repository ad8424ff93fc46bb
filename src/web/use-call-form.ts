import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from './api.ts';

/**
 * A form for one call: validated with the call's schema, with all problems, including the server's, at their fields and
 * in the summary. `fields` are the visible fields, in order. `read` converts typed values to the schema's input, under
 * the same names. `refusal` is the last call's error.
 */
export function useCallForm<Typed extends FieldValues, Output>({
  schema,
  initial,
  fields,
  refusal,
  read,
}: {
  schema: z.ZodMiniType<Output>;
  initial: Typed;
  fields: readonly Path<Typed>[];
  refusal: unknown;
  read?: (typed: Typed) => unknown;
}) {
  const prefix = useId();
  const check = zodResolver(schema as z.ZodMiniType<Output, Typed>);
  const resolver: Resolver<Typed, unknown, Output> = (typed, context, options) =>
    check(read ? (read(typed) as Typed) : typed, context, options);
  const form = useForm<Typed, unknown, Output>({
    resolver,
    defaultValues: initial as DefaultValues<Typed>,
    shouldFocusError: false,
  });
  const { formState } = form;
  const refused = refusal instanceof ApiError ? refusal.fields : {};
  const errorOf = (name: Path<Typed>) => form.getFieldState(name, formState).error?.message ?? refused[name];
  const idOf = (name: Path<Typed>) => `${prefix}-${name}`;
  return {
    form,
    id: `${prefix}-form`,
    isDirty: formState.isDirty,
    errorOf,
    /** All props of a field component except its label. */
    field: (name: Path<Typed>, options?: RegisterOptions<Typed, Path<Typed>>) => ({
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
