import { carryToNextPage } from '../../storage.ts';

/**
 * For a link to a page of this site that needs what was typed. The card form's page sends no referrer, and the next page
 * ignores what it can't trace to this site. The origin alone doesn't reveal the order's id.
 */
export const carrying = { onClick: carryToNextPage, referrerPolicy: 'origin' } as const;
