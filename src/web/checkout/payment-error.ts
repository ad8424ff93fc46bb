import type { ParsedOf } from '#contract/route.ts';
import type { processSquarePayment } from '#contract/square.ts';
import { ApiError } from '../api.ts';

export const NO_URL = 'No checkout URL received';
const NO_MESSAGE = 'Failed to create checkout session';
const UNEXPECTED = 'There was an error processing your payment. Please try again.';
const NOT_PROCESSED = 'Payment processing failed. Please try again.';

/** What went wrong, in words for people: the server's own where it gave some. */
export function paymentErrorText(error: unknown): string {
  if (error instanceof ApiError) return error.ownSentence ?? NO_MESSAGE;
  return error instanceof Error && error.message === NO_URL ? NO_URL : UNEXPECTED;
}

/** An answer that says itself that the payment has failed, though its status is one of success. */
class PaymentFailed extends Error {
  override readonly name = 'PaymentFailed';
}

/** The transaction id of the order that a card has paid. Throws what `cardPaymentErrorText` has words for. */
export function paidOrder(charged: ParsedOf<typeof processSquarePayment.response>): string {
  if (charged.success !== true) throw new PaymentFailed(charged.message);
  return charged.transactionId;
}

/** The same where the card form's own payment has failed. */
export function cardPaymentErrorText(error: unknown): string {
  if (error instanceof PaymentFailed && error.message) return error.message;
  return (error instanceof ApiError && error.ownSentence) || NOT_PROCESSED;
}

/** The answers that the server refused, each told once. */
export function refusedFields(error: unknown): string[] {
  return error instanceof ApiError ? [...new Set(Object.values(error.fields))] : [];
}

/** Whether the order could go on without its coupon. */
export function isAboutCoupon(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code.startsWith('coupon_') || error.code === 'total_below_minimum')
  );
}
