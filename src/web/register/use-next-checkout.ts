import { useEffect } from 'react';
import { readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';

/** A paid checkout is over: what this form submits next is a new purchase, under a new id. */
export function useNextCheckoutOncePaid(): void {
  useEffect(() => {
    const checkoutId = readPendingRegistration()?.checkoutId;
    if (!checkoutId) return;
    const leaving = new AbortController();
    // Few visitors have a checkout when the form opens, so its code loads only for them.
    import('../find-standing.ts')
      .then(({ findStanding }) => findStanding(checkoutId, leaving.signal))
      .then(
        (order) => {
          const pending = readPendingRegistration();
          if (order?.standing === 'paid' && pending?.checkoutId === checkoutId)
            savePendingRegistration({ ...pending, checkoutId: crypto.randomUUID() });
        },
        // Then the summary page finds the paid order and leads to its tickets.
        () => undefined,
      );
    return () => leaving.abort();
  }, []);
}
