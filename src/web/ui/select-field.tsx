import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, describe, FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly SelectOption[];
    /** The text of the first, empty choice, such as “Choose a track”. */
    emptyLabel?: string;
  };

/** The platform's own list of choices. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  emptyLabel,
  className,
  ...select
}: SelectFieldProps) {
  const ids = useFieldIds(select.id, select.name);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optional={optional} className={className}>
      <div className="relative">
        <select
          {...select}
          {...describe(ids, { hint, error }, select['aria-describedby'])}
          id={ids.id}
          className={cx(controlClass, 'h-12 appearance-none truncate pr-11')}
        >
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-fg-2"
        />
      </div>
    </FieldFrame>
  );
}
