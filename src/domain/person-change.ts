import { emailKey, fullName, type Named } from './attendee.ts';
import { isErased } from './erased.ts';

/** Why a ticket's code stopped working while its seat stayed in the order. */
export const REPLACED_BECAUSE = ['another_person', 'address_corrected', 'given_away', 'returned'] as const;
/**
 * `another_person`: the buyer, staff or the door gave the seat to somebody else. `address_corrected`: its holder has a
 * newer code, at another address. `given_away`: its holder gave it to somebody else. `returned`: its holder can't come.
 */
export type ReplacedBecause = (typeof REPLACED_BECAUSE)[number];

/** The ticket is somebody else's since. */
export const PASSED_ON: ReplacedBecause[] = ['another_person', 'given_away'];

export interface Replacement {
  readonly at: Date;
  readonly because: ReplacedBecause;
}

/** Whether whoever has a replaced code may still have the seat. Otherwise it is somebody else's, or nobody's. */
export function mayHaveSeat({ because }: { readonly because: ReplacedBecause }): boolean {
  return because === 'address_corrected';
}

type PersonChange = 'correction' | 'another_person';

/**
 * A new name together with a new address is another person, who gets a new code. Anything less corrects the same person
 * (R-ATTENDEE-6). Somebody who was erased has no code, so any change is another person.
 */
export function personChange(before: Named, after: Named): PersonChange {
  if (isErased(before)) return 'another_person';
  const { isRenamed, hasMoved } = whatChanged(before, after);
  return isRenamed && hasMoved ? 'another_person' : 'correction';
}

/**
 * A corrected person's code stays, unless the buyer or staff correct the address: whoever reads mail at the old one has
 * the code, and may be a stranger (R-ATTENDEE-6). `keepsCode`: for holders, who know who has their code, and for people
 * who are checked in, who need theirs the next day. For corrections in two steps, see `otherHalf`.
 */
export function renewsCode(before: Named, after: Named, keepsCode: boolean): boolean {
  if (personChange(before, after) === 'another_person') return true;
  return !keepsCode && emailKey(before.email) !== emailKey(after.email);
}

/** Which half of a person a correction changed, ignoring what typos change. */
export type PersonHalf = 'name' | 'email';

export function changedHalf(before: Named, after: Named): PersonHalf | null {
  const { isRenamed, hasMoved } = whatChanged(before, after);
  if (isRenamed === hasMoved) return null;
  return isRenamed ? 'name' : 'email';
}

/**
 * The half that a correction leaves as it is; null if it changes both or neither. If that half was corrected since the
 * code was issued, both corrections together may make it somebody else, and the former holder has the code (R-TICKET-3).
 */
export function otherHalf(before: Named, after: Named): PersonHalf | null {
  const half = changedHalf(before, after);
  return half && (half === 'name' ? 'email' : 'name');
}

function whatChanged(before: Named, after: Named) {
  return {
    isRenamed: plain(fullName(before)) !== plain(fullName(after)),
    hasMoved: plain(before.email) !== plain(after.email),
  };
}

/** Ignores case, spaces and accents, where typos are corrected, but not the marks that other scripts write vowels with. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s]/gu, '')
    .toLowerCase();
}
