import { ERASED } from '#domain/erased.ts';
import type { OrderRow } from '../db/tables.ts';

/** What strangers who get a link read about an order: its organization, or no more of the buyer than the first name. */
export function teamNameOf({
  organization,
  organizerFirstName,
}: Pick<OrderRow, 'organization' | 'organizerFirstName'>): string {
  return organization?.trim() || (organizerFirstName === ERASED.firstName ? '' : organizerFirstName);
}
