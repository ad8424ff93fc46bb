import type { Named } from './attendee.ts';

/** What replaces a person's data. No mail can reach the address, and none is sent to it. */
export const ERASED = {
  firstName: 'Erased',
  lastName: 'person',
  email: 'erased@example.invalid',
  /** In columns that say which staff member acted. */
  actor: 'erased',
} as const;

/** Somebody named at the door has the buyer's address, so an erased address alone doesn't tell. */
export function isErased({ firstName, lastName, email }: Named): boolean {
  return firstName === ERASED.firstName && lastName === ERASED.lastName && email === ERASED.email;
}
