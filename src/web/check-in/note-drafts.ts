/** Unsent notes by the registration shown while they were typed; null for what was typed while nobody was shown. */
export type NoteDrafts = ReadonlyMap<number | null, string>;

/** A person's own note. Otherwise what was typed while nobody was shown, which is for whoever comes next. */
export function noteFor(drafts: NoteDrafts, registrationId: number | null): string {
  return drafts.get(registrationId) ?? drafts.get(null) ?? '';
}

export function typeNote(drafts: NoteDrafts, registrationId: number | null, note: string): NoteDrafts {
  return new Map([...dropNote(drafts, registrationId), [registrationId, note]]);
}

/** Without the note that `noteFor` returns for this person. */
export function dropNote(drafts: NoteDrafts, registrationId: number | null): NoteDrafts {
  const dropped = drafts.has(registrationId) ? registrationId : null;
  return new Map([...drafts].filter(([id]) => id !== dropped));
}
