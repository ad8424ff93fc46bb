import { ERASED } from '#domain/erased.ts';
import type { OrderRow } from '../db/tables.ts';

/** How strangers with a link see an order: its organization, or the buyer's first name. */
export function teamNameOf({
  organization,
  organizerFirstName,
}: Pick<OrderRow, 'organization' | 'organizerFirstName'>): string {
  return organization?.trim() || (organizerFirstName === ERASED.firstName ? '' : organizerFirstName);
}
