import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import type { FieldTexts } from './field-frame.tsx';
import { Fieldset } from './fieldset.tsx';

export type RadioCard = {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
};

type RadioCardsProps = Omit<ComponentProps<'input'>, 'type' | 'value'> &
  Pick<FieldTexts, 'hint' | 'error'> & {
    legend: ReactNode;
    legendStyle?: 'title' | 'label';
    name: string;
    options: readonly RadioCard[];
    columns?: 1 | 2;
    /** If set: controlled, with `onChange`. Otherwise the form library decides. */
    value?: string;
  };

/** The circle of a radio in a card. */
export const radioClass = cx(
  'mt-0.5 grid size-5.5 shrink-0 appearance-none place-items-center rounded-full border-2 border-input bg-surface outline-none',
  'before:size-2.5 before:[scale:0] before:rounded-full before:bg-on-accent before:transition-transform',
  'checked:border-accent checked:bg-accent checked:before:[scale:1] forced-colors:appearance-auto',
);

/** A choice among a few cards. The first radio has the field's id, for the error summary. */
export function RadioCards({
  legend,
  legendStyle = 'label',
  hint,
  error,
  options,
  columns = 1,
  value,
  className,
  id,
  ...radio
}: RadioCardsProps) {
  const fieldId = id ?? radio.name;
  return (
    <Fieldset
      id={`${fieldId}-group`}
      legend={legend}
      legendStyle={legendStyle}
      hint={hint}
      error={error}
      className={className}
    >
      <div className={cx('mt-2 grid gap-3', columns === 2 && 'sm:grid-cols-2')}>
        {options.map((option, index) => (
          <RadioCardRow
            key={option.value}
            {...radio}
            {...(value !== undefined && { checked: option.value === value })}
            option={option}
            id={index === 0 ? fieldId : `${fieldId}-${option.value}`}
            aria-invalid={error ? true : undefined}
          />
        ))}
      </div>
    </Fieldset>
  );
}

function RadioCardRow({ option, ...radio }: ComponentProps<'input'> & { option: RadioCard }) {
  const { id } = radio;
  return (
    <label
      className={cx(
        'relative flex items-start gap-3 rounded-button border-[1.5px] bg-surface p-4 transition-colors',
        radio['aria-invalid'] ? 'border-error' : 'border-input',
        'has-checked:border-accent has-checked:bg-sunken has-checked:shadow-[inset_0_0_0_1px_var(--color-accent)]',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        'forced-colors:has-checked:border-[Highlight]',
        option.disabled ? 'text-fg-2' : 'hover:border-accent',
      )}
    >
      <input
        {...radio}
        type="radio"
        value={option.value}
        disabled={option.disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={option.description ? `${id}-description` : undefined}
        className={radioClass}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span id={`${id}-label`} className="block font-semibold">
          {option.label}
        </span>
        {option.description && (
          <span id={`${id}-description`} className="mt-0.5 block text-dense text-fg-2">
            {option.description}
          </span>
        )}
      </span>
    </label>
  );
}
