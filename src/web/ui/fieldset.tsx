import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { describe, FieldError, FieldHint, type FieldTexts, useFieldIds } from './field-frame.tsx';

type FieldsetProps = Omit<ComponentProps<'fieldset'>, 'children'> &
  Pick<FieldTexts, 'hint' | 'error'> & {
    legend: ReactNode;
    /** `title` for a part of a long form, `label` for a group of choices. */
    legendStyle?: 'title' | 'label' | 'hidden';
    children: ReactNode;
  };

const legendClass = {
  title: 'mb-1 font-display text-xl font-[680] tracking-tight',
  label: 'text-md font-semibold',
  hidden: 'sr-only',
};

export function Fieldset({
  legend,
  legendStyle = 'title',
  hint,
  error,
  className,
  children,
  ...fieldset
}: FieldsetProps) {
  const ids = useFieldIds(fieldset.id, undefined);
  const { 'aria-describedby': describedBy } = describe(ids, { hint, error }, fieldset['aria-describedby']);
  return (
    <fieldset {...fieldset} aria-describedby={describedBy} className={cx('min-w-0', className)}>
      <legend className={legendClass[legendStyle]}>{legend}</legend>
      {(hint || error) && (
        <div className="mb-3 flex flex-col gap-1">
          {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
          {error && <FieldError id={ids.errorId}>{error}</FieldError>}
        </div>
      )}
      {children}
    </fieldset>
  );
}
