import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, describe, FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';

type TextareaFieldProps = ComponentProps<'textarea'> & FieldTexts & { inputClassName?: string };

export function TextareaField({
  label,
  hint,
  error,
  optional,
  className,
  inputClassName,
  rows = 4,
  ...textarea
}: TextareaFieldProps) {
  const ids = useFieldIds(textarea.id, textarea.name);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optional={optional} className={className}>
      <textarea
        {...textarea}
        {...describe(ids, { hint, error }, textarea['aria-describedby'])}
        id={ids.id}
        rows={rows}
        className={cx(controlClass, 'min-h-24 py-2.5 leading-normal', inputClassName)}
      />
    </FieldFrame>
  );
}
