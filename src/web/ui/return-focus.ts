import { useState } from 'react';

/** Gives the focus back to what had it when a dialog was opened; the dialogs here have no trigger of their own. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}
