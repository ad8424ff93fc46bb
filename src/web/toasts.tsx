import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { getServerToasts, getToasts, subscribeToToasts } from './ui/toast-store.ts';

/** The toast code. Pages that will need it without a network preload it. */
export const loadToaster = () => import('./ui/toast.tsx');

/** Shows toasts. Their code loads with the first one; most visits see none. */
export function Toasts() {
  const hasToast = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts).length > 0;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!hasToast || Toaster) return;
    loadToaster().then(
      (file) => setToaster(() => file.Toaster),
      // Without a network this toast isn't shown, and the page goes on: what matters is also said in place.
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
