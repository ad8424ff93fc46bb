import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/** Switches between two to four alternatives; arrow keys move, as in any radio group. */
export function SegmentedControl<Value extends string>({
  legend,
  options,
  value,
  onValueChange,
  className,
}: {
  /** The label, for screen readers only. */
  legend: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset
      className={cx(
        'inline-flex min-w-0 max-w-full flex-wrap rounded-button border border-line bg-page p-1',
        className,
      )}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-[11px] wrap-normal border border-transparent px-3 text-center text-md leading-tight font-semibold whitespace-nowrap max-sm:whitespace-normal sm:px-4 text-fg-2 transition-colors hover:text-fg has-checked:bg-surface has-checked:text-fg has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none [&_svg]:size-5 [&_svg]:shrink-0"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 appearance-none rounded-[11px] outline-none"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
