import { useEffect, useEffectEvent } from 'react';

/** Runs when the back button shows a page from the browser's cache, whose data may be stale. */
export function useWhenShownAgain(act: () => void): void {
  const hear = useEffectEvent((shown: PageTransitionEvent) => {
    if (shown.persisted) act();
  });
  useEffect(() => {
    const listener = (shown: PageTransitionEvent) => hear(shown);
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);
}
