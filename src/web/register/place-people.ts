import { isSamePerson } from '#domain/attendee.ts';
import type { ListedPerson } from '#domain/team-list.ts';
import { type FormValues, isBlankMember } from './form-values.ts';

export interface Placed {
  readonly person: ListedPerson;
  /** The row of `others` that the person gets, or why there is none. */
  readonly row: number | 'in_team' | 'no_seat';
}

/** Gives people the rows that are still blank, in order. Whoever is in the team already gets none. */
export function placePeople(values: FormValues, people: readonly ListedPerson[]): Placed[] {
  const free = values.others.flatMap((member, row) => (isBlankMember(member) ? [row] : []));
  const team = [values, ...values.others];
  return people.map((person) => {
    if (team.some((one) => isSamePerson(one, person))) return { person, row: 'in_team' };
    return { person, row: free.shift() ?? 'no_seat' };
  });
}
