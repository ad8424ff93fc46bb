import type { ParsedOf } from '#contract/route.ts';
import type { processSquarePayment } from '#contract/square.ts';
import { ApiError } from '../../api.ts';

const NOT_PROCESSED = 'Payment processing failed. Please try again.';

/** The payment failed although the response's status is a success. */
class PaymentFailed extends Error {
  override readonly name = 'PaymentFailed';
}

/** The transaction id of the order paid by card. Throws errors for `cardPaymentErrorText`. */
export function paidOrder(charged: ParsedOf<typeof processSquarePayment.response>): string {
  if (charged.success !== true) throw new PaymentFailed(charged.message);
  return charged.transactionId;
}

/** The error, in the server's own words if it sent any. */
export function cardPaymentErrorText(error: unknown): string {
  if (error instanceof PaymentFailed && error.message) return error.message;
  // As `ownSentenceOf`, whose file the card form needn't load.
  return (error instanceof ApiError && error.ownSentence) || NOT_PROCESSED;
}
