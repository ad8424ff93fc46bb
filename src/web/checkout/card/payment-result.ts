import { paths } from '#contract/paths.ts';
import { sessionStore } from '../../storage.ts';
import { clearBillingDraft } from './billing-draft.ts';

/** Where the success page looks when its address names no order. */
const KEY = 'payment-result';

/** The order is paid: nothing of the form is kept, and the success page knows the order by itself. */
export function goToTickets(transactionId: string): void {
  sessionStore.set(KEY, JSON.stringify({ orderId: transactionId }));
  clearBillingDraft();
  goToSuccess(transactionId);
}

/** A full page load, which leaves the provider's script behind; the card form does not stay in the history. */
export function goToSuccess(transactionId: string): void {
  window.location.replace(paths.checkoutSuccess({ orderId: transactionId }));
}
