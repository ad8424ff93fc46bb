import { paths } from '#contract/paths.ts';
import { storePaymentResult } from '../../payment-result.ts';
import { clearBillingDraft } from './billing-draft.ts';

/** The order is paid: drops what the form kept, and tells the success page which order it is. */
export function goToTickets(transactionId: string): void {
  storePaymentResult(transactionId);
  clearBillingDraft();
  goToSuccess(transactionId);
}

/** A full page load, which removes this page from the history and drops the provider's script, if the page has it. */
export function goToSuccess(transactionId: string): void {
  window.location.replace(paths.checkoutSuccess({ orderId: transactionId }));
}
