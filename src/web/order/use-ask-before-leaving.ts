import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasUnsavedWork } from '../ui/unsaved-work.tsx';

/**
 * Asks before Back or a link to another page discards unsaved work. `UnsavedWork` asks before leaving the site. In the
 * browser's words, because visitors would load the desk's question with every order.
 */
export function useAskBeforeLeaving(): void {
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        blockerFn: ({ currentLocation, nextLocation }) =>
          hasUnsavedWork() &&
          currentLocation.pathname !== nextLocation.pathname &&
          !confirm('Discard what you typed? It has not been saved.'),
        enableBeforeUnload: false,
      }),
    [history],
  );
}
