import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
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
  /** Also while busy, for a code that was typed since. */
  onValidate: (code: string) => void;
  /** Null while there is nobody to admit. */
  onAdmit: (() => void) | null;
}) {
  const [error, setError] = useState<string>();
  const isTyped = useRef(false);
  useCodeKeys(box);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // While busy, the button is inert, and Enter with it. A box that the camera has emptied holds nothing to send.
    const act = isTyped.current && code ? busy && send : onAdmit;
    if (!act) return;
    event.preventDefault();
    unlockSound();
    if (!event.repeat) act();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    unlockSound();
    send();
  };
  const send = () => {
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
          onKeyDown={press}
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

/**
 * A handheld scanner types wherever the focus is: outside other fields, its first character moves the focus to the
 * code box.
 */
function useCodeKeys(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const redirect = (event: globalThis.KeyboardEvent) => {
      if (!box.current || !isLetter(event) || isField(event.target)) return;
      box.current.focus();
      // The box still has the previous ticket.
      box.current.select();
    };
    document.addEventListener('keydown', redirect);
    return () => document.removeEventListener('keydown', redirect);
  }, [box]);
}

/** A single letter or digit; the space bar stays for buttons. */
function isLetter({ key, ctrlKey, altKey, metaKey }: globalThis.KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
  );
}
