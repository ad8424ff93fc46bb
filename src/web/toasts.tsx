import { lazy, Suspense, useSyncExternalStore } from 'react';
import { getServerToasts, getToasts, subscribeToToasts } from './ui/toast-store.ts';

const Toaster = lazy(() => import('./ui/toast.tsx').then((file) => ({ default: file.Toaster })));

/** Shows toasts. What it takes to show one is loaded with the first; most visits see none. */
export function Toasts() {
  const hasToast = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts).length > 0;
  return (
    hasToast && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
