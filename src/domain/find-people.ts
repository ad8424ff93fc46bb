import { parseRegistrationNumber } from './codes.ts';
import { parseShortCode } from './short-code.ts';

/** What people can be found by. */
export interface Findable {
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string | null;
  readonly order: number;
  readonly shortCode: string;
  /** The last four digits of the buyer's phone number. */
  readonly phoneEnd: string | null;
  /** Whether the ticket is paid and not canceled. */
  readonly isValid: boolean;
}

/** An index of people. */
export interface PeopleIndex<P extends Findable> {
  /** Valid tickets first, then by name. */
  readonly people: readonly P[];
  readonly words: readonly Word[];
  /** The event's letters, with which each order's number starts. */
  readonly letters: string;
}

interface Word {
  readonly text: string;
  /** A bit for each letter that occurs: words that differ in many bits can't be a typo apart. */
  readonly has: number;
  /** Positions in `people` of those with this word. */
  readonly in: Readonly<Record<Field, readonly number[]>>;
}

type Field = keyof typeof FIELDS;

/** Names weigh more than organizations, last names most. */
const FIELDS = { lastName: 3, firstName: 2, organization: 1 } as const;
const FIELD_NAMES = Object.keys(FIELDS) as Field[];

/** The most people a search finds. */
export const MOST_FOUND = 30;

/** Exact matches of these come first. */
const BY_SHORT_CODE = 10_000;
const BY_NUMBER = 9_000;
const BY_PHONE = 8_000;

/** Builds the index once per list; a search then takes a few milliseconds. */
export function indexPeople<P extends Findable>(list: readonly P[], letters: string): PeopleIndex<P> {
  const people = list.toSorted(validFirst);
  const words = new Map<string, Record<Field, number[]>>();
  people.forEach((person, at) => {
    for (const field of FIELD_NAMES) {
      for (const text of wordsOf(person[field] ?? '')) {
        const places = words.get(text) ?? { lastName: [], firstName: [], organization: [] };
        words.set(text, places);
        if (places[field].at(-1) !== at) places[field].push(at);
      }
    }
  });
  return {
    people,
    words: [...words].map(([text, places]) => ({ text, has: lettersIn(text), in: places })),
    letters,
  };
}

/**
 * People that match the typed text, best first: parts and initials of names in any order, organizations, with typos and
 * without accents; an order's number, a short code, the last four digits of a phone number (R-DOOR-9).
 */
export function findPeople<P extends Findable>(index: PeopleIndex<P>, query: string): P[] {
  const asked = plain(query).match(WORD) ?? [];
  if (asked.length === 0) return [];
  const count = index.people.length;
  // By position in `people`: the number of matching words, and their total score.
  const words = new Uint8Array(count);
  const scores = new Uint32Array(count);
  let most = 0;
  for (const text of asked) {
    scoresOf(index, text).forEach((score, at) => {
      if (score === 0) return;
      scores[at]! += score;
      words[at]! += 1;
      if (words[at]! > most) most = words[at]!;
    });
  }
  // An unregistered middle name may be missing.
  const enough = most === asked.length ? most : Math.max(1, asked.length - 1);
  const codes = codesIn(index.letters, query);
  // By score, then by the order of the index, encoded in one number, which sorts faster than pairs.
  const ranks: number[] = [];
  index.people.forEach((person, at) => {
    const score = Math.max(words[at]! >= enough ? scores[at]! : 0, codes ? scoreByCode(person, codes) : 0);
    if (score > 0) ranks.push(score * count + (count - 1 - at));
  });
  return [...Float64Array.from(ranks).sort().subarray(-MOST_FOUND)]
    .reverse()
    .map((rank) => index.people[count - 1 - (rank % count)]!);
}

interface Codes {
  readonly shortCode: string | null;
  readonly order: number | null;
  readonly phoneEnd: string | null;
}

/** What the query may be instead of a name. */
function codesIn(letters: string, query: string): Codes | null {
  const shortCode = parseShortCode(query);
  const digits = query.replaceAll(/\D/g, '');
  const isNumber = /^\s*#?\d[\d\s]*$/.test(query);
  const order = parseRegistrationNumber(letters, query) ?? (isNumber ? Number(digits) : null);
  const phoneEnd = isNumber && digits.length === 4 ? digits : null;
  return shortCode !== null || order !== null || phoneEnd !== null ? { shortCode, order, phoneEnd } : null;
}

function scoreByCode(person: Findable, { shortCode, order, phoneEnd }: Codes): number {
  if (shortCode && person.shortCode === shortCode) return BY_SHORT_CODE;
  if (person.order === order) return BY_NUMBER;
  return phoneEnd && person.phoneEnd === phoneEnd ? BY_PHONE : 0;
}

/** Each person's score for one typed word, by position; 0 for no match. */
function scoresOf<P extends Findable>(index: PeopleIndex<P>, text: string): Uint16Array {
  const scores = new Uint16Array(index.people.length);
  const typed = { text, has: lettersIn(text), typos: typosForgiven(text) };
  for (const word of index.words) {
    const likeness = likenessOf(typed, word);
    if (likeness === 0) continue;
    for (const field of FIELD_NAMES) {
      const score = likeness * 10 + FIELDS[field];
      for (const at of word.in[field]) if (scores[at]! < score) scores[at] = score;
    }
  }
  return scores;
}

/** Codes must match without typos. */
function typosForgiven(text: string): number {
  if (text.length < 4 || /\d/.test(text)) return 0;
  return text.length < 8 ? 1 : 2;
}

interface Typed {
  readonly text: string;
  readonly has: number;
  /** The number of typos allowed. */
  readonly typos: number;
}

/** 9 for the whole word, 7 for a prefix, less with each typo, 0 for no match. */
function likenessOf({ text, has, typos }: Typed, word: Word): number {
  if (word.text.startsWith(text)) return word.text.length === text.length ? 9 : 7;
  if (typos === 0 || bitsIn(has & ~word.has) > typos) return 0;
  const { whole, beginning } = typosBetween(text, word.text, typos);
  if (whole <= typos) return 6 - whole;
  return beginning <= typos ? 4 - beginning : 0;
}

const LONGEST = 64;
/** Three rows of the table below, reused for every word, because a search fills thousands. */
const lines = [0, 1, 2].map(() => new Uint8Array(LONGEST + 6));

/**
 * The number of typos (extra, missing, wrong or swapped letters) between `typed` and the word, and between `typed` and
 * its closest prefix. Anything above `most` means more.
 */
function typosBetween(typed: string, word: string, most: number): { whole: number; beginning: number } {
  const many = most + 1;
  const none = { whole: many, beginning: many };
  if (typed.length > LONGEST || typed.length > word.length + most) return none;
  let [before, last, line] = lines as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= most + 1; column += 1) last[column] = Math.min(column, many);
  for (let row = 1; row <= typed.length; row += 1) {
    // Cells further from the diagonal exceed the allowed typos.
    const from = Math.max(1, row - most);
    const to = Math.min(word.length, row + most);
    line[from - 1] = from === 1 ? Math.min(row, many) : many;
    let least = line[from - 1]!;
    for (let column = from; column <= to; column += 1) {
      const letter = typed.charCodeAt(row - 1);
      let cost = last[column - 1]! + (letter === word.charCodeAt(column - 1) ? 0 : 1);
      if (last[column]! + 1 < cost) cost = last[column]! + 1;
      if (line[column - 1]! + 1 < cost) cost = line[column - 1]! + 1;
      const isSwapped =
        row > 1 &&
        column > 1 &&
        letter === word.charCodeAt(column - 2) &&
        typed.charCodeAt(row - 2) === word.charCodeAt(column - 1);
      if (isSwapped && before[column - 2]! + 1 < cost) cost = before[column - 2]! + 1;
      line[column] = Math.min(cost, many);
      if (cost < least) least = cost;
    }
    if (least > most) return none;
    line[to + 1] = many;
    [before, last, line] = [last, line, before];
  }
  let beginning = many;
  for (
    let column = Math.max(0, typed.length - most);
    column <= Math.min(word.length, typed.length + most);
    column += 1
  ) {
    if (last[column]! < beginning) beginning = last[column]!;
  }
  return { whole: word.length <= typed.length + most ? last[word.length]! : many, beginning };
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a name, and all of it as one word, for those who omit a space or hyphen: `O'Brien`, `van der Berg`. */
function wordsOf(text: string): string[] {
  const words = plain(text).match(WORD) ?? [];
  return words.length > 1 && words.length < 5 ? [...words, words.join('')] : words;
}

const LETTERS_WITHOUT_ACCENT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => LETTERS_WITHOUT_ACCENT[letter]!);
}

function lettersIn(text: string): number {
  let has = 0;
  for (let at = 0; at < text.length; at += 1) has |= 1 << (text.charCodeAt(at) & 31);
  return has;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

const names = new Intl.Collator('en');

function validFirst(a: Findable, b: Findable): number {
  return (
    Number(b.isValid) - Number(a.isValid) ||
    names.compare(a.lastName, b.lastName) ||
    names.compare(a.firstName, b.firstName) ||
    a.order - b.order
  );
}
