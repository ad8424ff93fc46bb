// Messages of the desk's fields.

export const ticketCode = 'Scan or paste a ticket code';
export const notATicketCode = 'This is not a ticket code';
export const nobodyChosen = 'Scan a ticket or choose a person first';

export const couponCode = 'Code must be at least 3 characters';
export const couponCodeCharacters =
  'Code may contain only letters A to Z, digits and symbols such as -, with no spaces or invisible characters';
export const description = 'Description is required';
export const discountType = 'Choose percentage or fixed';
export const discountValue = 'Discount value must be greater than 0';
export const unreadDiscount = 'Enter a whole percentage, or an amount such as 12.50';
export const percentage = 'Percentage must be from 1 to 100';
export const minOrderAmount = 'Minimum order amount must be at least 0';
export const maxDiscount = 'Max discount must be at least 0';
export const usageLimit = 'Usage limit must be at least 1';
export const amount = 'Enter an amount such as 12.50';
export const wholeNumber = 'Enter a whole number';
export const eventTypes = 'At least one event type required';

export const stripeCouponId = 'Letters, digits, - and _ only';
export const displayName = 'Display name is required';
export const percentOff = 'Percent off must be a whole number from 1 to 100';
export const amountOff = 'Amount off must be at least 0.01 USD';
export const currency = 'Amounts must be in USD';
export const duration = 'Choose once, repeating or forever';
export const months = 'Enter a number of months';
export const oneMonth = 'At least one month';
export const mostMonths = 'At most 120 months';
export const maxRedemptions = 'Max redemptions must be at least 1';
export const mostRedemptions = 'At most 1,000,000 redemptions, or leave it blank';
export const redeemTooLate = 'Choose an earlier day, or leave it blank';
export const percentOrAmount = 'Enter either a percentage or an amount';

export const pricing = 'Choose early bird or regular';
export const productSize = 'Choose individual, small group or large group';
export const teamSize = 'Enter a team size';
export const teamSizeRange = 'Team size must be from 1 to 20';

export const refundAmount = 'Enter an amount';
export const refundAboveZero = 'Enter an amount above 0, or choose seats to cancel';

export const speakerName = 'Name is required';
export const pictureTooLarge = 'The picture is larger than 65 kB';

export const subject = 'Subject is required';
export const htmlContent = 'HTML content is required';
export const textContent = 'Text content is required';

// Our own pages fill in these fields.
export const instant = 'Expected a date and time such as 2025-09-20T15:00:00Z';
export const isActive = 'Expected active to be true or false';
export const enabled = 'Expected enabled to be true or false';
export const pressId = 'Expected the id of a check-in';
export const ids = 'Expected ids separated by commas';
export const pageSize = 'Expected 25 or 100';
export const attendeeStatus = 'Expected complete, needed or partial';
export const orderSort = 'Expected organizer, amount or createdAt';
export const sortDirection = 'Expected asc or desc';
export const registrationSort = 'Expected createdAt or name';
export const speakerMarker = 'Expected emcee, keynote or mystery';
export const base64 = 'Expected base64';
export const unixSeconds = 'Expected Unix seconds';
export const requestId = 'Expected the id of a request';
export const refundId = 'Expected the id of a refund';
export const refundReason = 'Expected buyer or fraud';
export const shownRefund =
  'Expected the refund that was shown: its amount, its seats, and whether it is all that is left';
export const decision = 'Expected accept, refund or dismiss';
export const paymentStatus = 'This payment status does not exist';
