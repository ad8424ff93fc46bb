import { type FormEvent, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../../api.ts';

type Fields = Record<string, string>;

/** Texts of a form, checked by the call's own schema before they are sent; faults by field, ours or the server's. */
export function useCouponForm<Input, Output>(
  initial: Fields,
  schema: z.ZodMiniType<Output, Input>,
  read: (texts: Fields) => unknown,
  send: (body: Output) => void,
  failure: unknown,
) {
  const prefix = useId();
  const [texts, setTexts] = useState(initial);
  const [found, setFound] = useState<Fields>({});
  const [tries, setTries] = useState(0);
  const faults: Fields = { ...(failure instanceof ApiError ? failure.fields : {}), ...found };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = schema.safeParse(read(texts));
    setTries((before) => before + 1);
    if (parsed.success) {
      setFound({});
      send(parsed.data);
      return;
    }
    const next: Fields = {};
    for (const issue of parsed.error.issues) next[issue.path.map(String).join('.')] ??= issue.message;
    setFound(next);
  };
  return {
    texts,
    setTexts,
    submit,
    isChanged: Object.keys(texts).some((name) => texts[name] !== initial[name]),
    tries,
    formId: `${prefix}-form`,
    errors: Object.entries(faults).map(([name, message]) => ({ fieldId: `${prefix}-${name}`, message })),
    /** `name` is the schema's; `text` the form's, where they differ. */
    field: (name: string, text = name) => ({
      id: `${prefix}-${name}`,
      value: texts[text] ?? '',
      error: faults[name],
      onChange: (event: { target: { value: string } }) =>
        setTexts((before) => ({ ...before, [text]: event.target.value })),
    }),
  };
}
