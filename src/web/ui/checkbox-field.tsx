import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { describe, FieldError, FieldHint, type FieldTexts, useFieldIds } from './field-frame.tsx';

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & Omit<FieldTexts, 'optional'>;

export function CheckboxField({ label, hint, error, className, ...input }: CheckboxFieldProps) {
  const ids = useFieldIds(input.id, input.name);
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      {error && <FieldError id={ids.errorId}>{error}</FieldError>}
      <label
        htmlFor={ids.id}
        className="flex min-h-11 items-start gap-3 py-2.5 text-md leading-6 has-disabled:opacity-60"
      >
        <span className="relative size-6 shrink-0">
          <input
            {...input}
            {...describe(ids, { hint, error }, input['aria-describedby'])}
            id={ids.id}
            type="checkbox"
            className="peer block size-6 appearance-none rounded-chip border-2 border-input bg-surface transition-colors checked:border-accent checked:bg-accent hover:not-disabled:border-accent aria-invalid:border-error forced-colors:appearance-auto"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.5}
            className="pointer-events-none absolute inset-1 size-4 text-on-accent opacity-0 transition-opacity peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <span>{label}</span>
      </label>
      {hint && (
        <div className="-mt-2 pl-9">
          <FieldHint id={ids.hintId}>{hint}</FieldHint>
        </div>
      )}
    </div>
  );
}
