import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { unlockSound } from '../scanning/signals.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

/**
 * For codes that are typed, pasted, or sent by a handheld scanner, which types and presses Enter. Once a code is valid,
 * Enter without further typing admits. A scanner always types first, so it only validates.
 */
export function CodeBox({
  box,
  code,
  onCodeChange,
  busy,
  onValidate,
  onAdmit,
}: {
  box: RefObject<HTMLInputElement | null>;
  code: string;
  onCodeChange: (code: string) => void;
  busy: boolean;
  onValidate: (code: string) => void;
  /** Null while there is nobody to admit. */
  onAdmit: (() => void) | null;
}) {
  const [error, setError] = useState<string>();
  const isTyped = useRef(false);
  const admit = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isTyped.current || !onAdmit) return;
    event.preventDefault();
    unlockSound();
    if (!event.repeat) onAdmit();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    unlockSound();
    isTyped.current = false;
    const typed = code.trim();
    setError(typed ? undefined : 'Type, paste or scan a ticket code first');
    if (typed) onValidate(typed);
    // Selected, so that a handheld scanner's next code replaces it.
    box.current?.select();
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={box}
          id="ticket-code"
          label="Paste or type a ticket code"
          error={error}
          value={code}
          onChange={(event) => {
            isTyped.current = true;
            onCodeChange(event.target.value);
          }}
          onKeyDown={admit}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={4096}
          className="flex-1 basis-40"
          inputClassName="code h-16!"
        />
        <Button type="submit" size="lg" className="min-h-16!" busy={busy}>
          Validate
        </Button>
      </div>
    </form>
  );
}
