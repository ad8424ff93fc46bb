import * as teamWords from '#contract/words/team.ts';
import { ERASED } from '#domain/erased.ts';
import { hasLink } from '#domain/has-link.ts';
import type { OrderRow } from '../db/tables.ts';

/**
 * How strangers with a link see an order: its organization, or the buyer's first name. Neither may link anywhere else,
 * because we mail it to them.
 */
export function teamNameOf({
  organization,
  organizerFirstName,
}: Pick<OrderRow, 'organization' | 'organizerFirstName'>): string {
  const names = [organization?.trim() ?? '', organizerFirstName];
  return names.find((one) => one !== '' && one !== ERASED.firstName && !hasLink(one)) ?? teamWords.unnamed;
}
