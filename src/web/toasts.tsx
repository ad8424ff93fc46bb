import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { getServerToasts, getToasts, subscribeToToasts } from './ui/toast-store.ts';

/** Loads the toast code. Pages that may need it offline preload it. */
export const loadToaster = () => import('./ui/toast.tsx');

/** Shows toasts. Their code loads with the first one; most visits see none. */
export function Toasts() {
  const hasToast = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts).length > 0;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!hasToast || Toaster) return;
    loadToaster().then(
      (file) => setToaster(() => file.Toaster),
      // Offline, this toast isn't shown; anything important is also shown in place.
      () => undefined,
    );
  }, [hasToast, Toaster]);
  return (
    // Dialogs hide the page behind them from screen readers, except for live regions. Each toast announces itself.
    <div aria-live="off" className="print:hidden">
      {hasToast && Toaster && <Toaster />}
    </div>
  );
}
