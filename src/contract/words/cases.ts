/** Why the case of an order under review can't be accepted now. */
export const BEING_REFUNDED = 'A full refund is on its way.';
/** As above, after a refund outside the case. */
export const SEATS_RELEASED =
  'A refund has released the order’s seats. If that refund failed, accept its case instead.';

/** The note of a case that the site closes by itself. */
export const RESOLUTION_WORDS = {
  providerResponded: 'The provider has responded.',
  refundFailed: 'The refund has failed.',
  seatsAgree: 'The counts agree again.',
  seatCanceled: 'The seat has been canceled.',
  disputeWon: 'The dispute was won on appeal.',
};
