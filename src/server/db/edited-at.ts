/** The time of an edit. Edits are identified by it, so no two may share one, even if the clock stands still. */
export function editedAt(now: Date, before: { readonly updatedAt: Date }): Date {
  return new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
}
