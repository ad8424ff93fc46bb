// Messages of the card form's fields.

export const address = 'Address is required';
export const city = 'City is required';
export const state = 'State is required';
export const zipCode = 'ZIP code is required';
export const zipCodeDigits = 'Enter a 5-digit ZIP code or ZIP+4';
export const country = 'We only accept cards with a billing address in the United States';
export const cardDetails = 'The card details are missing';
export const order = 'The order is missing';
export const amountInCents = 'Expected the amount in cents';
