import { type ReactNode, useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { emailHint } from './email-hint.ts';
import { type FieldName, useForm, useFormField } from './form-field.ts';

/** An email address, with a hint at a likely typo when the field loses focus. The hint never blocks. */
export function EmailField({
  name,
  label,
  hint,
  autoComplete,
  className,
}: {
  name: FieldName;
  label: string;
  hint?: ReactNode;
  autoComplete: string;
  className?: string;
}) {
  const { onBlur, onChange, ...field } = useFormField(name);
  const { change } = useForm();
  const [meant, setMeant] = useState<string | null>(null);
  const take = () => {
    change(name, meant!);
    setMeant(null);
    document.getElementById(name)?.focus();
  };
  return (
    <div className={className}>
      <TextField
        {...field}
        label={label}
        hint={hint}
        type="email"
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete={autoComplete}
        enterKeyHint="next"
        onChange={(event) => {
          setMeant(null);
          onChange(event);
        }}
        onBlur={(event) => {
          setMeant(emailHint(event.target.value));
          onBlur();
        }}
      />
      <p role="status" className="text-dense text-fg-2">
        {meant && (
          <>
            Did you mean{' '}
            <button type="button" onClick={take} className="link min-h-6 py-1 font-semibold break-all">
              {meant}
            </button>
            ?
          </>
        )}
      </p>
    </div>
  );
}
