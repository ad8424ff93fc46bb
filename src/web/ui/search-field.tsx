import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { cx } from './cx.ts';
import { controlClass, useFieldIds } from './field-frame.tsx';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  label: string;
  labelHidden?: boolean;
  value: string;
  onValueChange: (value: string) => void;
};

/** A search box with a Clear button that returns the focus to the box. */
export function SearchField({
  label,
  labelHidden = true,
  value,
  onValueChange,
  className,
  ...input
}: SearchFieldProps) {
  const ids = useFieldIds(input.id, input.name);
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    box.current?.focus();
  };
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={ids.id} className={labelHidden ? 'sr-only' : 'text-md font-semibold'}>
        {label}
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-fg-3"
        />
        <input
          spellCheck={false}
          autoComplete="off"
          {...input}
          ref={box}
          id={ids.id}
          type="search"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          className={cx(
            controlClass,
            'h-11 pl-11 [&::-webkit-search-cancel-button]:hidden',
            value && 'pr-24',
          )}
        />
        {value && (
          <button
            type="button"
            onClick={clear}
            className="absolute inset-y-1 right-1 inline-flex items-center gap-1 rounded-chip px-2.5 text-dense font-semibold text-accent hover:bg-sunken"
          >
            <X aria-hidden="true" className="size-4" />
            Clear<span className="sr-only"> {label}</span>
          </button>
        )}
      </div>
    </div>
  );
}
