const FIELD_WORDS: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  track: 'track',
};

/** `Needs email and track`, for the fields that an attendee lacks. */
export function missingWords(fields: readonly string[]): string {
  const words = fields.map((field) => FIELD_WORDS[field] ?? field);
  return `Needs ${new Intl.ListFormat('en', { type: 'conjunction' }).format(words)}`;
}
