import { isSamePerson } from '#domain/attendee.ts';
import type { ListedPerson } from '#domain/team-list.ts';
import { isBlankMember } from './member-values.ts';
import type { Team } from './team-form.ts';

export interface Placed {
  readonly person: ListedPerson;
  /** The row that the person gets, or why there is none. */
  readonly row: number | 'in_team' | 'no_seat';
}

/** Assigns blank rows to people, in order. People already in the team get none. */
export function placePeople({ seated, rows }: Team, people: readonly ListedPerson[]): Placed[] {
  const free = rows.flatMap((member, row) => (isBlankMember(member) ? [row] : []));
  const team = [...seated, ...rows];
  return people.map((person) => {
    if (team.some((one) => isSamePerson(one, person))) return { person, row: 'in_team' };
    return { person, row: free.shift() ?? 'no_seat' };
  });
}
