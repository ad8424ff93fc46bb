import { useEffect, useState } from 'react';

/**
 * Rendered while something covers the page: afterward, the focus returns to where it was before, unless something else
 * has taken it.
 */
export function ReturnFocus(): null {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  return null;
}
