import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, type FieldTexts, useField } from './field-frame.tsx';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly { value: string; label: string }[];
    /** The text of the first, empty choice, such as “Choose a track”. */
    emptyLabel?: string;
  };

export function SelectField({ options, emptyLabel, ...field }: SelectFieldProps) {
  const { frame, control } = useField(field);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={cx(controlClass, 'h-12 appearance-none truncate pr-11')}>
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
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
