const NOTHING_CHARGED = 'Nothing was charged.';

const DECLINES: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS: 'The card was declined for insufficient funds.',
  CVV_FAILURE: 'The card’s security code is incorrect.',
  ADDRESS_VERIFICATION_FAILURE: 'The ZIP code does not match the card.',
  INVALID_EXPIRATION: 'The card’s expiration date is incorrect.',
  CARD_EXPIRED: 'The card has expired.',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'Your bank requires you to confirm this payment. Please try again.',
  CARD_TOKEN_USED: 'These card details were already used. Please enter your card again.',
  CARD_TOKEN_EXPIRED: 'The card was entered too long ago. Please enter it again.',
};

/** Why a card was not charged, by Square's code. */
export function declineWords(code: string): string {
  return `${DECLINES[code] ?? 'The card was declined.'} ${NOTHING_CHARGED}`;
}

/** What Square refuses of the billing form, by field. */
export const BILLING_REFUSED = {
  email: `Square did not accept this email address. ${NOTHING_CHARGED}`,
  postalCode: `Square did not accept this ZIP code. ${NOTHING_CHARGED}`,
};

/** Stripe gets the address from the registration form. */
export const EMAIL_REFUSED = `Stripe did not accept your email address. ${NOTHING_CHARGED} Please change the address and try again.`;
