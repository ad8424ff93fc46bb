import type { SeenPerson } from '#contract/cancel.ts';
import { HOLDER_FIELDS, isAsSeen } from '../../attendees/person-fields.ts';
import type { RegistrationRow } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';

/**
 * Refuses with `changed_meanwhile` if the people whose tickets end, the chosen ones or all, aren't those that the page
 * showed. Older pages don't say whom they showed.
 */
export function refuseUnlessSeen(
  people: readonly RegistrationRow[],
  chosen: readonly number[],
  seen: readonly SeenPerson[] | undefined,
): void {
  if (!seen) return;
  const ending = chosen.length > 0 ? people.filter(({ id }) => chosen.includes(id)) : people;
  if (ending.length !== seen.length || !ending.every((person) => isAmong(seen, person)))
    throw new Refusal('changed_meanwhile');
}

function isAmong(seen: readonly SeenPerson[], person: RegistrationRow): boolean {
  const one = seen.find(({ id }) => id === person.id);
  const fields = HOLDER_FIELDS.filter((name) => one?.[name] !== undefined);
  return one !== undefined && isAsSeen(person, one, fields);
}
