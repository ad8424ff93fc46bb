import { useSyncExternalStore } from 'react';
import { optional } from './ui/optional.tsx';
import { getToasts, subscribeToToasts } from './ui/toast-store.ts';

/** Loads the toast code. Pages that may need it offline preload it. */
export const loadToaster = () => import('./ui/toast.tsx');

/** Anything important is also shown in place. */
const Toaster = optional(loadToaster, 'Toaster');

/** Shows toasts. Their code loads with the first one; most visits see none. */
export function Toasts() {
  const hasToast = useSyncExternalStore(subscribeToToasts, getToasts).length > 0;
  return (
    // Dialogs hide the page behind them from screen readers, except for live regions. Each toast announces itself.
    <div aria-live="off" className="print:hidden">
      {hasToast && <Toaster />}
    </div>
  );
}
