import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type ResolverOptions,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from './api.ts';
import type { FormError } from './ui/error-summary.tsx';

/**
 * A form for one call: validated with the call's schema, with all problems, including the server's, at their fields.
 * The summary has those that the last attempt found, until the next one: a screen reader announces each change of it,
 * also in mid-typing. `fields` are the visible fields, in order: all of `initial` unless
 * given. `read` converts typed values to the schema's input, under the same names. `refusal` is the last call's error;
 * a field that it names shows it until it changes.
 * If `initial` is a record that others may change, the form `follows` it: fields that nobody typed in take the new
 * values, so that saving them doesn't bring old ones back.
 */
export function useCallForm<Typed extends FieldValues, Output>({
  schema,
  initial,
  fields = Object.keys(initial) as Path<Typed>[],
  refusal,
  read,
  follows = false,
}: {
  schema: z.ZodMiniType<Output>;
  initial: Typed;
  fields?: readonly Path<Typed>[];
  refusal?: unknown;
  read?: (typed: Typed) => unknown;
  follows?: boolean;
}) {
  const prefix = useId();
  const check = zodResolver(schema as z.ZodMiniType<Output, Typed>);
  const resolver: Resolver<Typed, unknown, Output> = async (typed, context, options) => {
    const checked = await check(read ? (read(typed) as Typed) : typed, context, options);
    const unfinished = findUnfinished(options);
    if (Object.keys(unfinished).length === 0) return checked;
    return { values: {}, errors: { ...unfinished, ...checked.errors } };
  };
  const form = useForm<Typed, unknown, Output>({
    resolver,
    defaultValues: initial as DefaultValues<Typed>,
    ...(follows && { values: initial, resetOptions: KEEP_TYPED }),
    shouldFocusError: false,
  });
  const { formState } = form;
  // React Hook Form tracks them only if they are read.
  if (follows) void formState.dirtyFields;
  const refusals = refusal instanceof ApiError ? refusal.fields : {};
  // Renders each change, because it may be of a refused field.
  if (refusal instanceof ApiError) form.watch();
  const attempt = formState.submitCount;
  const [last, setLast] = useState({
    ...{ attempt, refusal, errors: [] as readonly FormError[] },
    refused: new Map<string, unknown>(),
  });
  /** Refused fields, with the values that they had then. */
  const refused =
    refusal === last.refusal
      ? last.refused
      : new Map(Object.keys(refusals).map((name) => [name, form.getValues(name as Path<Typed>)]));
  const errorOf = (name: Path<Typed>) =>
    form.getFieldState(name, formState).error?.message ??
    (refused.get(name) === form.getValues(name) ? refusals[name] : undefined);
  const idOf = (name: Path<Typed>) => `${prefix}-${name}`;
  if (attempt !== last.attempt || refusal !== last.refusal) {
    const errors = fields.flatMap((name) => {
      const message = errorOf(name);
      return message ? [{ fieldId: idOf(name), message }] : [];
    });
    setLast({ attempt, refusal, errors, refused });
  }
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
    errors: last.errors,
    attempt,
    submit: form.handleSubmit,
  };
}

/**
 * The version of a record that a form is filled from and sends as seen, so that the server refuses to overwrite a newer
 * one. While something is typed, newer versions wait. After such a refusal, which asks to review the record, the newest
 * one is taken. Call `follow` in each render, with the form's state.
 */
export function useSeen<Version>(newest: Version) {
  const [seen, setSeen] = useState(newest);
  const [reviewed, setReviewed] = useState<unknown>(null);
  const follow = ({ isDirty }: { isDirty: boolean }, refusal: unknown) => {
    const isOvertaken = refusal instanceof ApiError && refusal.code === 'changed_meanwhile';
    const asksForReview = isOvertaken && refusal !== reviewed;
    if (seen === newest || (isDirty && !asksForReview)) return;
    setSeen(newest);
    setReviewed(refusal);
  };
  return { seen, follow };
}

const KEEP_TYPED = {
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
} as const;

/** Dates of which only a part is typed. Their value is blank, so the schema takes them for fields left out. */
function findUnfinished<Typed extends FieldValues>({ fields }: ResolverOptions<Typed>): FieldErrors<Typed> {
  const unfinished = Object.entries(fields).flatMap(([name, { ref }]) => {
    const isUnfinished = ref instanceof HTMLInputElement && ref.type === 'date' && ref.validity.badInput;
    return isUnfinished ? [[name, { type: 'unfinished', message: UNFINISHED_DATE, ref }]] : [];
  });
  return Object.fromEntries(unfinished) as FieldErrors<Typed>;
}

const UNFINISHED_DATE = 'Enter a complete date, or leave this blank';
