import { ApiError } from '../api.ts';

export const NO_URL = 'No checkout URL received';
const NO_MESSAGE = 'Failed to create checkout session';
const UNEXPECTED = 'There was an error processing your payment. Please try again.';

/** The error, in the server's own words if it sent any. */
export function paymentErrorText(error: unknown): string {
  if (error instanceof ApiError) return error.ownSentence ?? NO_MESSAGE;
  return error instanceof Error && error.message === NO_URL ? NO_URL : UNEXPECTED;
}

/** The messages for the fields that the server refused, without duplicates. */
export function refusedFields(error: unknown): string[] {
  return error instanceof ApiError ? [...new Set(Object.values(error.fields))] : [];
}

/** Whether the order could go on without its coupon. */
export function isAboutCoupon(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code.startsWith('coupon_') || error.code === 'total_below_minimum')
  );
}
