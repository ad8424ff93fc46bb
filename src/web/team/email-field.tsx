import { type ComponentProps, useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { emailHint } from './email-hint.ts';

/** An email field with a hint about a likely typo on blur. The hint never blocks. */
export function EmailField({
  onChange,
  onBlur,
  onTake,
  className,
  ...field
}: ComponentProps<typeof TextField> & {
  name: string;
  value: string;
  /** Called with the address if the hint is accepted. */
  onTake: (address: string) => void;
}) {
  const [left, setLeft] = useState<string | null>(null);
  // The field may be another person's by now: a removed row moves the others up.
  const meant = left === field.value ? emailHint(left) : null;
  const take = () => {
    onTake(meant!);
    document.getElementById(field.name)?.focus();
  };
  return (
    <div className={className}>
      <TextField
        {...field}
        type="email"
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        enterKeyHint="next"
        onChange={(event) => {
          setLeft(null);
          onChange?.(event);
        }}
        onBlur={(event) => {
          setLeft(event.target.value);
          onBlur?.(event);
        }}
      />
      <p role="status" className="text-dense text-fg-2">
        {meant && (
          <span>
            Did you mean{' '}
            <button type="button" onClick={take} className="link min-h-6 py-1 font-semibold break-all">
              {meant}
            </button>
            ?
          </span>
        )}
      </p>
    </div>
  );
}
