import { useState } from 'react';

/** What opened a dialog that has been replaced by the next one, as a form by its result. */
let openerOfReplaced: Element | null = null;

/**
 * Returns the focus to the element that had it when a dialog opened; the dialogs here have no trigger of their own. A
 * dialog that takes another's place keeps the focus, and returns it to what opened the first. So does anything else
 * that took the focus when the dialog closed.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    // While the code of a dialog loads that replaces another one, nothing has the focus.
    const hasOpener = opener !== document.body && opener?.isConnected;
    const target = hasOpener ? opener : openerOfReplaced;
    const holder = document.activeElement;
    const next = holder?.closest('[role=dialog], [role=alertdialog]');
    const isReplaced = next && !next.contains(target);
    openerOfReplaced = isReplaced ? target : null;
    const isFree = next || !holder || holder === document.body;
    if (!isReplaced && isFree && target instanceof HTMLElement && target.isConnected) target.focus();
  };
}
