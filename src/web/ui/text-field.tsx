import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClass, describe, FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'prefix' | 'size'> &
  FieldTexts & {
    /** A unit before or after the value, such as $ or %; say it in the label or hint as well. */
    prefix?: ReactNode;
    suffix?: ReactNode;
    inputClassName?: string;
  };

/** One line of text. Takes every input attribute, so `{...register('email')}` can be spread on it. */
export function TextField({
  label,
  hint,
  error,
  optional,
  prefix,
  suffix,
  className,
  inputClassName,
  ...input
}: TextFieldProps) {
  const ids = useFieldIds(input.id, input.name);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optional={optional} className={className}>
      <div className="relative">
        {prefix && <Unit className="left-3.5">{prefix}</Unit>}
        <input
          {...input}
          {...describe(ids, { hint, error }, input['aria-describedby'])}
          id={ids.id}
          className={cx(
            controlClass,
            'h-12',
            prefix != null && 'pl-8',
            suffix != null && 'pr-9',
            inputClassName,
          )}
        />
        {suffix && <Unit className="right-3.5">{suffix}</Unit>}
      </div>
    </FieldFrame>
  );
}

function Unit({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={cx('pointer-events-none absolute inset-y-0 flex items-center text-md text-fg-2', className)}
    >
      {children}
    </span>
  );
}
