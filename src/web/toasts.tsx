import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { getServerToasts, getToasts, subscribeToToasts } from './ui/toast-store.ts';

/** What it takes to show a toast. Pages that will need it without a network load it early. */
export const loadToaster = () => import('./ui/toast.tsx');

/** Shows toasts. What it takes to show one is loaded with the first; most visits see none. */
export function Toasts() {
  const hasToast = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts).length > 0;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!hasToast || Toaster) return;
    loadToaster().then(
      (file) => setToaster(() => file.Toaster),
      // Without a network this toast is not seen, and the page goes on: what matters is also said in its place.
      () => undefined,
    );
  }, [hasToast, Toaster]);
  return (
    // Dialogs hide the page behind them from screen readers, but for live regions. Each toast speaks for itself.
    <div aria-live="off">{hasToast && Toaster && <Toaster />}</div>
  );
}
