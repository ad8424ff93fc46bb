import { useEffect } from 'react';
import { readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';

/** After a paid checkout, the form's next submission is a new purchase with a new id. */
export function useNextCheckoutOncePaid(): void {
  useEffect(() => {
    const checkoutId = readPendingRegistration()?.checkoutId;
    if (!checkoutId) return;
    const leaving = new AbortController();
    // Few visitors have a checkout when the form opens, so this code loads only for them.
    import('../find-checkout-order.ts')
      .then(({ findCheckoutOrder }) => findCheckoutOrder(checkoutId, leaving.signal))
      .then(
        (order) => {
          const pending = readPendingRegistration();
          if (order?.state === 'paid' && pending?.checkoutId === checkoutId)
            savePendingRegistration({ ...pending, checkoutId: crypto.randomUUID() });
        },
        // The summary page then finds the paid order and links to its tickets.
        () => undefined,
      );
    return () => leaving.abort();
  }, []);
}
