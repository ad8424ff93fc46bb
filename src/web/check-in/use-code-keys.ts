import { type RefObject, useEffect } from 'react';

/** A hand scanner types wherever the focus is: outside of other fields, its first letter takes the focus to the code box. */
export function useCodeKeys(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const redirect = (event: KeyboardEvent) => {
      if (!box.current || !isLetter(event) || isField(event.target)) return;
      box.current.focus();
      // What the box still shows was another ticket's.
      box.current.select();
    };
    document.addEventListener('keydown', redirect);
    return () => document.removeEventListener('keydown', redirect);
  }, [box]);
}

/** A letter or digit alone; the space bar is for buttons. */
function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
  );
}
