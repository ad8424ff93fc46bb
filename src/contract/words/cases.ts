/** The note of a case that the site closes by itself. */
export const RESOLUTION_WORDS = {
  providerResponded: 'The provider has responded.',
  refundFailed: 'The refund has failed.',
  seatsAgree: 'The counts agree again.',
  seatCanceled: 'The seat has been canceled.',
  disputeWon: 'The dispute was won on appeal.',
};
