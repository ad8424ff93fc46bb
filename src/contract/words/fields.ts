// Messages of visitors' fields.

export const firstName = 'First name is required';
export const lastName = 'Last name is required';
export const email = 'Valid email is required';
export const phone = 'Phone number is required';
export const phoneTooShort = 'Enter a phone number with at least 7 digits';
export const track = 'Choose a track: caregivers or professionals';
export const paper = 'Choose the paper: letter or a4';
export const wrongPackage = 'Choose one of the packages';
export const eventType = 'Choose conference, trainer or both';
export const tooManyPeople = (most: number) => `Enter at most ${most} people`;
export const coupon = 'Enter a coupon code';
export const unknownCoupon = 'This coupon code is not valid.';
export const paymentMethod = 'This payment method is not available';
export const memberNotOrganizer = 'A team member cannot be the organizer';

export const tooLong = (most: number) => `Enter at most ${most.toLocaleString('en-US')} characters`;
export const controlCharacters = 'Contains characters that cannot be used here';
export const hiddenDirection =
  'Contains an invisible character that changes the direction of text; type it again';
export const linkInName = 'Please leave web addresses out of names, and put a space after a period';

export const negativeAmount = 'Amount must be non-negative';
export const amountTooSmall = 'That amount is too small';
export const amountTooLarge = 'That amount is too large';

// Our own pages fill in these fields.
export const checkoutId = 'Expected the id of a checkout';
export const pricingType = 'Expected individual or group';
export const dollars = 'Expected an amount in dollars';
export const dollarsAndCents = 'Expected dollars and cents';
export const newsletterSource = 'Expected hero, footer or registration_section';
export const orderId = 'Expected the id of an order';
