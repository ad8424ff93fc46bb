/** What stands where a person was. The address is one that no mail ever reaches, and none is sent to it. */
export const ERASED = {
  firstName: 'Erased',
  lastName: 'person',
  email: 'erased@example.invalid',
  /** In columns that say which of the staff acted. */
  actor: 'erased',
} as const;
