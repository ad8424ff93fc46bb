import { type Cents, formatUsd } from '#domain/money.ts';

/** What a successful call says. */
export const SUCCESS_WORDS = {
  registrationCompleted: 'Your registration has been completed successfully!',
  couponApplied: (code: string, discount: Cents) => `${code} takes ${formatUsd(discount)} off.`,
};
