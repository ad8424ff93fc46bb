import type { typePaperList } from '#contract/door-day.ts';
import type { ParsedOf } from '#contract/route.ts';
import { stillToCome } from '#contract/words/door-fields.ts';
import { DAY } from '#domain/durations.ts';
import { parseShortCode } from '#domain/short-code.ts';

/** Where and when a sheet was filled in. */
export interface SheetInfo {
  readonly door: string;
  /** As an instant. */
  readonly collectedAt: string;
}

export interface PaperEntry extends SheetInfo {
  /** The id of the log row, so that retries are idempotent. */
  readonly id: string;
  readonly code: string;
  /** `refused`: the server didn't accept the batch. */
  readonly state: 'waiting' | 'stored' | 'unknown' | 'refused' | 'undone';
  readonly name: string | null;
  /** The person was already admitted; a supervisor settles it on the board. */
  readonly isDuplicate: boolean;
  /** Whether the ticket is valid on the sheet's day, and hasn't passed to somebody else since. */
  readonly isExpected: boolean;
}

/** Why a sheet can't have been collected at this time. */
export function faultOfTime(collectedAt: string | undefined, now: Date): string | undefined {
  if (!collectedAt) return 'Choose a day and a time';
  const age = now.getTime() - Date.parse(collectedAt);
  if (age < 0) return stillToCome;
  // A year typed as 25 is read as 0025.
  return age > 365 * DAY ? 'This time is more than a year ago. Check the year.' : undefined;
}

export type Typed =
  | { readonly kind: 'added'; readonly entry: PaperEntry }
  | { readonly kind: 'no_code'; readonly text: string }
  | { readonly kind: 'typed_before'; readonly code: string };

/** The entries after pressing Enter. A code already typed for the same day counts as the same check mark. */
export function typeCode(
  entries: readonly PaperEntry[],
  text: string,
  sheet: SheetInfo,
  { id, dayOf }: { id: string; dayOf: (instant: string) => string },
): Typed {
  const code = parseShortCode(text);
  if (!code) return { kind: 'no_code', text: text.trim() };
  const isSame = (one: PaperEntry) =>
    one.code === code &&
    (one.state === 'waiting' || one.state === 'stored') &&
    dayOf(one.collectedAt) === dayOf(sheet.collectedAt);
  if (entries.some(isSame)) return { kind: 'typed_before', code };
  const blank = { state: 'waiting', name: null, isDuplicate: false, isExpected: true } as const;
  return { kind: 'added', entry: { ...sheet, id, code, ...blank } };
}

type Body = ParsedOf<typeof typePaperList.body>;

/** The next batch to send: the oldest unsent entries of one sheet, or null. Entries are in the order typed. */
export function nextBatch(entries: readonly PaperEntry[], most: number): Body | null {
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const [first] = waiting;
  if (!first) return null;
  const { door, collectedAt } = first;
  const together = waiting.filter((one) => one.door === door && one.collectedAt === collectedAt);
  return {
    door,
    collectedAt,
    entries: together.slice(0, most).map(({ id, code }) => ({ id, shortCode: code })),
  };
}

/** The entries after the server's answer. */
export function withResponse(
  entries: readonly PaperEntry[],
  { stored, unknown }: ParsedOf<typeof typePaperList.response>,
): PaperEntry[] {
  return entries.map((entry) => {
    if (entry.state !== 'waiting') return entry;
    const found = stored.find(({ id }) => id === entry.id);
    if (found) return { ...entry, ...found, state: 'stored' };
    return unknown.some(({ id }) => id === entry.id) ? { ...entry, state: 'unknown' } : entry;
  });
}

/** The entries after the server refused a batch, so that it doesn't hold up the next. */
export function withRefused(entries: readonly PaperEntry[], { entries: sent }: Body): PaperEntry[] {
  return entries.map((entry) =>
    sent.some(({ id }) => id === entry.id) ? { ...entry, state: 'refused' } : entry,
  );
}
