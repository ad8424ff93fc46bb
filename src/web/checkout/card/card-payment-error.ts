import type { ParsedOf } from '#contract/route.ts';
import type { processSquarePayment } from '#contract/square.ts';
import { ApiError } from '../../api.ts';

const NOT_PROCESSED = 'Payment processing failed. Please try again.';

/** The transaction id of the order paid by card. Throws errors for `cardPaymentErrorText`. */
export function paidOrder(charged: ParsedOf<typeof processSquarePayment.response>): string {
  // The payment failed although the response's status is a success.
  if (!charged.success) throw new ApiError(402, '', { code: 'payment_declined', message: charged.message });
  return charged.transactionId;
}

/** The error, in the server's own words if it sent any. */
export function cardPaymentErrorText(error: unknown): string {
  // As `ownSentenceOf`, whose file the card form needn't load.
  return (error as Partial<ApiError>).ownSentence || NOT_PROCESSED;
}
