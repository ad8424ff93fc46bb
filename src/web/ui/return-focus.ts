import { useState } from 'react';

/**
 * Returns the focus to the element that had it when a dialog opened; the dialogs here have no trigger of their own.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}
