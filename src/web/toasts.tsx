import { lazy, Suspense, useSyncExternalStore } from 'react';
import { getServerToasts, getToasts, subscribeToToasts } from './ui/toast-store.ts';

const Toaster = lazy(() => import('./ui/toast.tsx').then((file) => ({ default: file.Toaster })));

/** Shows toasts. What it takes to show one is loaded with the first; most visits see none. */
export function Toasts() {
  const hasToast = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts).length > 0;
  return (
    // Dialogs hide the page behind them from screen readers, but for live regions. Each toast speaks for itself.
    <div aria-live="off">
      <Suspense>{hasToast && <Toaster />}</Suspense>
    </div>
  );
}
