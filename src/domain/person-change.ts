import type { Named } from './attendee.ts';
import { isErased } from './erased.ts';

/** Why a ticket's code stopped working while its seat stayed in the order. */
export const REPLACED_BECAUSE = ['another_person', 'given_away', 'returned'] as const;
/**
 * `another_person`: the buyer, staff or the door gave the seat to somebody else. `given_away`: its holder did.
 * `returned`: its holder can't come.
 */
export type ReplacedBecause = (typeof REPLACED_BECAUSE)[number];

export interface Replacement {
  readonly at: Date;
  readonly because: ReplacedBecause;
}

type PersonChange = 'correction' | 'another_person';

/**
 * A new name together with a new address is another person, who gets a new code. Anything less corrects the same
 * person, whose code stays (R-ATTENDEE-6). Somebody who was erased has none, so any change is another person.
 */
export function personChange(before: Named, after: Named): PersonChange {
  if (isErased(before)) return 'another_person';
  const { isRenamed, hasMoved } = whatChanged(before, after);
  return isRenamed && hasMoved ? 'another_person' : 'correction';
}

/**
 * The field whose correction would complete a change of person that began with `earlier` corrections, each a list of
 * fields; null if there is none. In two steps, somebody else would get the code that its holder still has (R-TICKET-3).
 */
export function secondHalf(
  before: Named,
  after: Named,
  earlier: readonly (readonly string[])[],
): 'firstName' | 'email' | null {
  const { isRenamed, hasMoved } = whatChanged(before, after);
  const fields = earlier.flat();
  if (isRenamed && !hasMoved && fields.includes('email')) return 'firstName';
  const wasRenamed = fields.includes('firstName') || fields.includes('lastName');
  return hasMoved && !isRenamed && wasRenamed ? 'email' : null;
}

function whatChanged(before: Named, after: Named) {
  return {
    isRenamed: plain(fullName(before)) !== plain(fullName(after)),
    hasMoved: plain(before.email) !== plain(after.email),
  };
}

function fullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`;
}

/** Ignores case, spaces and accents, where typos are corrected. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase();
}
