import { type RefObject, useEffect } from 'react';

/** Focuses the title of a new page: the button that led here is gone. */
export function useTakenFocus(title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [title]);
}
