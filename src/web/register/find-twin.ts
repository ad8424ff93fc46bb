import { isSamePerson } from '#domain/attendee.ts';
import { type FormValues, isBlankMember } from './form-values.ts';

/**
 * The number, as the page counts them, of the member above that row who has the same name and email; null without one.
 * Two people may well share both, so the form asks and doesn't refuse (R-ATTENDEE-5).
 */
export function findTwin(values: FormValues, row: number): number | null {
  const member = values.others[row];
  if (!member || isBlankMember(member)) return null;
  const above = [values, ...values.others.slice(0, row)];
  const found = above.findIndex((one) => isSamePerson(one, member));
  return found < 0 ? null : found + 1;
}
