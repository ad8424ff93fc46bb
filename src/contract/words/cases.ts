/** The note of a case that the site resolves itself. */
export const RESOLUTION_WORDS = {
  providerResponded: 'The provider has responded.',
  refundFailed: 'The refund has failed.',
  disputeWon: 'The dispute was won on appeal.',
};
