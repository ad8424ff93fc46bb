import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { zoneName } from '#domain/calendar.ts';

// Editing content/ is enough for next year's event: no source contains a date, price or name of this one, and its own texts
// take them from content/event.ts.

// Not written in the calls: the check for unused code takes files that match such a pattern for entry points.
const SOURCES = 'src/**/*.{ts,tsx,html,sql,css}';
const TEXTS = 'content/*.ts';

/** Tests, and samples for tests and mail previews, have their own people, days and prices. */
const SAMPLES = /\.test\.tsx?$|\/sample-[\w-]+\.ts$/;
/** What reads like a fact of the event but isn't, by file. */
const EXAMPLES: Record<string, readonly string[]> = {
  'src/contract/content.ts': ['2025-09-20', 'America/Denver', 'Denver'],
};

/** Texts about the host's address and the venue, which are rewritten with them. */
const OWN_FACTS: Record<string, readonly string[]> = {
  'content/host.ts': ['Denver'],
  'content/venue-notes.ts': ['University of Denver', 'Denver'],
};
const DAY = /^\d{4}-\d\d-\d\d$/;

test('no source has a date, a price or a name of the event written out', async () => {
  const facts = factsOf(content);
  expect(facts.length).toBeGreaterThan(100);
  const found: string[] = [];
  for await (const file of glob(SOURCES)) {
    if (SAMPLES.test(file)) continue;
    const code = withoutComments(await readFile(file, 'utf8'));
    for (const fact of facts)
      if (says(code, fact) && !EXAMPLES[file]?.includes(fact)) found.push(`${file}: ${fact}`);
  }
  expect(found).toEqual([]);
});

/** Not within a longer word or number. */
function says(code: string, fact: string): boolean {
  const at = code.indexOf(fact);
  return at >= 0 && !/^\w/.test(code.slice(at + fact.length)) && !/\w$/.test(code.slice(0, at));
}

test('no text has a day, a year or a name of the event written out', async () => {
  const facts = factsOfEvent(content.event);
  expect(facts.length).toBeGreaterThan(15);
  const found: string[] = [];
  for await (const file of glob(TEXTS)) {
    if (file === 'content/event.ts' || SAMPLES.test(file)) continue;
    const text = withoutComments(await readFile(file, 'utf8'));
    const years = text.match(/\b20\d\d\b(?!-\d\d-\d\d)/g) ?? [];
    for (const fact of [...facts.filter((one) => says(text, one)), ...years])
      if (!OWN_FACTS[file]?.includes(fact)) found.push(`${file}: ${fact}`);
  }
  expect(found).toEqual([]);
});

function factsOfEvent({ name, training, day, host, venue, zone, ...rest }: typeof content.event): string[] {
  const { doors, country, state, ...place } = venue;
  const days = [day, training.day, ...textsIn(rest).map((text) => text.slice(0, 10))];
  return [
    ...new Set([
      ...[name, training.name, zone, zoneName(zone), ...textsIn(host), ...textsIn(place)],
      ...days.filter((one) => DAY.test(one)).flatMap(writtenDays),
    ]),
  ];
}

/**
 * Every multi-word text, day and price in the content, as a source would write it. Times of day and package sizes are
 * too common to search for.
 */
function factsOf({ packages, schedule, ...rest }: typeof content): string[] {
  const { event } = rest;
  const details = packages.map(({ description, includes }) => [description, includes]);
  const texts = textsIn([rest, details]).filter((text) => text.includes(' '));
  const days = [schedule.day, ...textsIn(event).map((text) => text.slice(0, 10))];
  const prices = packages.flatMap(({ earlyBirdPrice, regularPrice, originalPrice }) =>
    [earlyBirdPrice, regularPrice, originalPrice ?? earlyBirdPrice].flatMap(pricesOf),
  );
  return [
    ...new Set([
      ...texts,
      ...days.filter((day) => DAY.test(day)).flatMap(writtenDays),
      ...prices,
      ...[event.zone, zoneName(event.zone), event.venue.city, event.venue.postalCode],
    ]),
  ];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** `2025-09-20`, `20 September`, `September 20`, `Sep 20`. */
function writtenDays(day: string): string[] {
  const at = new Date(`${day}T00:00:00Z`);
  const month = (style: 'long' | 'short') =>
    at.toLocaleDateString('en-US', { month: style, timeZone: 'UTC' });
  const date = at.getUTCDate();
  return [day, `${date} ${month('long')}`, `${month('long')} ${date}`, `${month('short')} ${date}`];
}

/** `$1,500.00`, `$1,500`, `1500_00`. Below three digits only the long form: the others may be any number. */
function pricesOf(cents: number): string[] {
  const dollars = cents / 100;
  const plain = `$${dollars.toLocaleString('en-US')}`;
  return [`${plain}.00`, ...(dollars >= 100 ? [plain, `${dollars}_00`] : [])];
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'\w])\/\/.*$|<!--[\s\S]*?-->/gm, '');
}
