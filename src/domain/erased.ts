/** What replaces a person's data. No mail can reach the address, and none is sent to it. */
export const ERASED = {
  firstName: 'Erased',
  lastName: 'person',
  email: 'erased@example.invalid',
  /** In columns that say which staff member acted. */
  actor: 'erased',
} as const;
