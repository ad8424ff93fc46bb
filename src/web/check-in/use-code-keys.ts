import { type RefObject, useEffect } from 'react';

/**
 * A handheld scanner types wherever the focus is: outside other fields, its first character moves the focus to the
 * code box.
 */
export function useCodeKeys(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const redirect = (event: KeyboardEvent) => {
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
function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
  );
}
