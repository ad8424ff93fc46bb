import { useState } from 'react';

/** What opened a dialog that has been replaced by the next one, as a form by its result. */
let openerOfReplaced: Element | null = null;

/**
 * Returns the focus to the element that had it when a dialog opened; the dialogs here have no trigger of their own. A
 * dialog that takes another's place keeps the focus, and returns it to what opened the first.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const next = document.activeElement?.closest('[role=dialog], [role=alertdialog]');
    if (next && !next.contains(opener)) {
      openerOfReplaced = opener;
      return;
    }
    const target = opener?.isConnected ? opener : openerOfReplaced;
    if (target instanceof HTMLElement && target.isConnected) target.focus();
  };
}
