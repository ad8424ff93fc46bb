import type { NamedAttendee } from '../db/tables.ts';

export const PERSON_FIELDS = ['firstName', 'lastName', 'email', 'track', 'dietaryRestrictions'] as const;

/** Whose row it is. Ending a ticket doesn't depend on the rest, such as a track chosen meanwhile. */
export const HOLDER_FIELDS = ['firstName', 'lastName', 'email'] as const;

/** A person as typed or shown in a form. */
type TypedPerson = Pick<NamedAttendee, 'firstName' | 'lastName' | 'email'> &
  Partial<Pick<NamedAttendee, 'track' | 'dietaryRestrictions'>>;

/** A person as stored. */
export function personOf(typed: TypedPerson): NamedAttendee {
  const { firstName, lastName, email, track = null, dietaryRestrictions = null } = typed;
  return { firstName, lastName, email, track, dietaryRestrictions };
}

/** Whether these fields of a stored person are still as the caller saw them. */
export function isAsSeen(
  person: NamedAttendee,
  seen: Partial<TypedPerson>,
  fields: readonly (typeof PERSON_FIELDS)[number][] = PERSON_FIELDS,
): boolean {
  return fields.every((name) => person[name] === (seen[name] ?? null));
}
