import { isSamePerson } from '#domain/attendee.ts';
import { type FormValues, isBlankMember } from './form-values.ts';

/**
 * The number on the page of an earlier member with the same name and email as that row's; null if there is none. Two
 * people may share both, so the form asks instead of refusing (R-ATTENDEE-5).
 */
export function findTwin(values: FormValues, row: number): number | null {
  const member = values.others[row];
  if (!member || isBlankMember(member)) return null;
  const above = [values, ...values.others.slice(0, row)];
  const found = above.findIndex((one) => isSamePerson(one, member));
  return found < 0 ? null : found + 1;
}
