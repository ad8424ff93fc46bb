import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, type FieldTexts, useField } from './field-frame.tsx';
import { goOn } from './go-on.ts';

type TextFieldProps = Omit<ComponentProps<'input'>, 'prefix' | 'size'> &
  FieldTexts & {
    /** A unit before or after the value, such as $ or %; say it in the label or hint as well. */
    prefix?: ReactNode;
    suffix?: ReactNode;
    inputClassName?: string;
  };

/** One line of text. Takes every input attribute, so `{...register('email')}` can be spread on it. */
export function TextField({ prefix, suffix, inputClassName, ...field }: TextFieldProps) {
  const { frame, control } = useField(field);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        {prefix && <Unit className="left-3.5">{prefix}</Unit>}
        <input
          onKeyDown={goOn}
          {...control}
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
