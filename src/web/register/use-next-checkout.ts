import { useEffect } from 'react';
import { readPendingRegistration } from '../pending-registration.ts';

/** After a paid checkout, the form's next submission is a new purchase with a new id. */
export function useNextCheckoutOncePaid(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = () => {
      const checkoutId = readPendingRegistration()?.checkoutId;
      if (!checkoutId || document.hidden) return;
      // If this fails, the summary page finds the paid order and goes to its tickets.
      void startNextOncePaid(checkoutId, signal).catch(() => undefined);
    };
    look();
    // It may have been paid in another tab.
    document.addEventListener('visibilitychange', look, { signal });
    return () => leaving.abort();
  }, []);
}

/** Few visitors have a checkout when the form opens, so this code loads only for them. */
async function startNextOncePaid(checkoutId: string, signal: AbortSignal): Promise<void> {
  const { findCheckoutOrder } = await import('../find-checkout-order.ts');
  const order = await findCheckoutOrder(checkoutId, signal);
  if (order?.state !== 'paid') return;
  const { startNextPurchase } = await import('../bought-registration.ts');
  startNextPurchase(checkoutId);
}
