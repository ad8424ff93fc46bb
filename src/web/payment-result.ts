import { sessionStore } from './storage.ts';

const KEY = 'payment-result';

/** Tells the success page which order the card form was paid for, in case its address names none. */
export function storePaymentResult(transactionId: string): void {
  sessionStore.set(KEY, JSON.stringify({ orderId: transactionId }));
}

/** The transaction id that the card form stored, or null. */
export function readPaymentResult(): string | null {
  const stored = sessionStore.getJson(KEY) as { readonly orderId?: unknown } | null;
  return typeof stored?.orderId === 'string' ? stored.orderId : null;
}
