import { isSamePerson } from '#domain/attendee.ts';
import { isBlankMember } from './member-values.ts';
import type { Team } from './team-form.ts';

/**
 * The seat of an earlier member with the same name and email as that row's; null if there is none. Two people may share
 * both, so the form asks instead of refusing (R-ATTENDEE-5).
 */
export function findTwin({ seated, rows }: Team, row: number): number | null {
  const member = rows[row];
  if (!member || isBlankMember(member)) return null;
  const above = [...seated, ...rows.slice(0, row)];
  const found = above.findIndex((one) => isSamePerson(one, member));
  return found < 0 ? null : found + 1;
}
