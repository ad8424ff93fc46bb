import { personForm } from '#contract/person.ts';
import type { Team } from '#contract/team.ts';
import { isSamePerson } from '#domain/attendee.ts';
import type { ListedPerson } from '#domain/team-list.ts';

/** A person of a pasted list, with corrections. */
export interface ListRow extends ListedPerson {
  readonly key: number;
  /** Confirmed to differ from the person with the same name and email. */
  readonly isSecondPerson: boolean;
}

export interface RowProblem {
  /** `second`: it may be a second person with the same name and email. */
  readonly kind: 'field' | 'second' | 'no_seat';
  readonly sentence: string;
  /** The field that it is about. */
  readonly field?: PropertyKey;
}

/** Each row's problem, or null. Valid rows get the `seats` in order. */
export function checkList(
  rows: readonly ListRow[],
  { people }: Pick<Team, 'people'>,
  seats: number,
): (RowProblem | null)[] {
  let left = seats;
  return rows.map((row, index) => {
    const problem = problemOf(row, rows.slice(0, index), people);
    if (problem) return problem;
    left -= 1;
    return left < 0 ? { kind: 'no_seat', sentence: 'No seat left' } : null;
  });
}

function problemOf(row: ListRow, above: readonly ListRow[], people: Team['people']): RowProblem | null {
  const issue = personForm.safeParse(row).error?.issues[0];
  if (issue) return { kind: 'field', sentence: issue.message, field: issue.path[0] };
  if (row.isSecondPerson) return null;
  if (people.some((one) => isSamePerson(one, row)))
    return { kind: 'second', sentence: 'Already on your team' };
  return above.some((one) => isSamePerson(one, row)) ? { kind: 'second', sentence: 'Listed twice' } : null;
}
