import {
  BILLING_KEY,
  clearPendingRegistration,
  DRAFT_KEY,
  ORDER_KEY,
  readPendingRegistration,
  savePendingRegistration,
} from './pending-registration.ts';
import { sessionStore } from './storage.ts';

// Not in `pending-registration.ts`, which the form loads.

/** Remembers which order this tab's pending registration became. */
export function saveRegistrationOrder(transactionId: string): void {
  sessionStore.set(ORDER_KEY, transactionId);
}

/**
 * Drops the registration that became this order. A later one stays when the buyer goes back to the order's page, or
 * opens it again.
 */
export function dropBought(transactionId: string): void {
  if (sessionStore.get(ORDER_KEY) !== transactionId) return;
  sessionStore.remove(ORDER_KEY);
  sessionStore.remove(DRAFT_KEY);
  sessionStore.remove(BILLING_KEY);
  clearPendingRegistration();
}

/** The registration whose checkout was paid becomes a new purchase, which `dropBought` leaves alone. */
export function startNextPurchase(paidCheckoutId: string): void {
  const pending = readPendingRegistration();
  if (pending?.checkoutId !== paidCheckoutId) return;
  sessionStore.remove(ORDER_KEY);
  savePendingRegistration({ ...pending, checkoutId: crypto.randomUUID() });
}
