// Messages of the fields that only teams and their links have.

export const nobody = 'Name at least one person';
export const noLinks = 'Please don’t add links';

/** For an order without a name that an invitation can show. */
export const unnamed = 'A team';

// Our own pages fill in these fields.
export const linkId = 'Expected the id of a link';
export const claimKey = 'Expected the secret of a claim link';
