import { useEffect } from 'react';
import { readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';

/** A checkout that is paid is over: what this form goes on with is another purchase, under an id of its own. */
export function useNextCheckoutOncePaid(): void {
  useEffect(() => {
    const checkoutId = readPendingRegistration()?.checkoutId;
    if (!checkoutId) return;
    const leaving = new AbortController();
    // Few have come this far when the form opens, so the code for it comes with the question.
    import('../find-standing.ts')
      .then(({ findStanding }) => findStanding(checkoutId, leaving.signal))
      .then(
        (order) => {
          const pending = readPendingRegistration();
          if (order?.standing === 'paid' && pending?.checkoutId === checkoutId)
            savePendingRegistration({ ...pending, checkoutId: crypto.randomUUID() });
        },
        // Then the summary meets the order that is paid, and leads to its tickets.
        () => undefined,
      );
    return () => leaving.abort();
  }, []);
}
