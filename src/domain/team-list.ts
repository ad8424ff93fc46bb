import { TRACKS, type Track } from './packages.ts';

/** A person as listed; missing fields are blank. */
export interface ListedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly track: Track | '';
}

/**
 * Reads one person per row of cells: `Ana Núñez | ana@example.org`, `Ana Núñez <ana@example.org>`, or the columns of a
 * spreadsheet. A row of other cells may be the recipients of a mail, several people. A header row assigns the columns;
 * without one, first names come before last names, except if all are written `Núñez, Ana <ana@example.org>`.
 */
export function readTeamList(
  rows: readonly (readonly string[])[],
  { isSpreadsheet = false } = {},
): ListedPerson[] {
  const [first = [], ...others] = rows.filter(isFilled);
  const columns = readHeadings(first);
  if (columns) return others.map((cells) => byColumns(cells, columns)).filter(isSomebody);
  const people = [first, ...others].flatMap((cells) =>
    isSpreadsheet && cells.length > 1 ? [cells] : onePersonEach(cells),
  );
  const areLastFirst = people.every(isLastFirst);
  return people.map((cells) => byContents(cells, areLastFirst)).filter(isSomebody);
}

export function hasHeadings(rows: readonly (readonly string[])[]): boolean {
  return readHeadings(rows.find(isFilled) ?? []) !== null;
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell !== '');
}

type Column = 'firstName' | 'lastName' | 'email' | 'track' | 'name';

const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ['email', /e-?mail/i],
  ['firstName', /first|given|forename/i],
  ['lastName', /last|family|surname/i],
  ['track', /track/i],
  ['name', /name/i],
];

/** Null if the line is a person. */
function readHeadings(cells: readonly string[]): Map<Column, number> | null {
  if (cells.some((cell) => cell.includes('@'))) return null;
  const columns = new Map<Column, number>();
  cells.forEach((cell, index) => {
    const found = HEADINGS.find(([column, words]) => words.test(cell) && !columns.has(column));
    if (found) columns.set(found[0], index);
  });
  return columns.has('email') ? columns : null;
}

function byColumns(cells: readonly string[], columns: Map<Column, number>): ListedPerson {
  const cell = (column: Column) => cells[columns.get(column) ?? -1] ?? '';
  const [firstName, lastName] = joinNames(cell('firstName'), cell('lastName'), cell('name'));
  return { firstName, lastName, email: cell('email'), track: trackIn(cell('track')) };
}

/** Beside a first or a last name, what is headed `Name` is the other one, or both. */
function joinNames(first: string, last: string, name: string): [string, string] {
  if (first && last) return [first, last];
  if (first) return [first, name.startsWith(`${first} `) ? name.slice(first.length).trim() : name];
  if (last) return [name.endsWith(` ${last}`) ? name.slice(0, -last.length).trim() : name, last];
  return splitName(name);
}

/** A name right before its address, as mail programs write it. */
const NAMED_ADDRESS = /\p{L}[^\p{L},;\t<>@]*<[^<>]*@/u;
const LAST_FIRST = /^[^,<>@]+,[^,<>@]+</;
const ADDRESS = /(?:^|[\s,;:<>])([^\s,;:<>]*@[^\s,;<>]*)>?/;

/**
 * `Ana Núñez <ana@example.org>; Bo Beck <bo@example.org>` are two people, and so are two addresses alone. A track
 * belongs to the person before.
 */
function onePersonEach(cells: readonly string[]): (readonly string[])[] {
  const pieces = cells.flatMap(cutAfterAddresses);
  const withoutTracks = pieces.filter((piece) => trackIn(piece) === '');
  const areRecipients =
    pieces.some((piece) => NAMED_ADDRESS.test(piece)) ||
    withoutTracks.every(hasAddress) ||
    withoutTracks.every((piece, index) => hasAddress(piece) === (index % 2 === 1));
  if (!areRecipients || pieces.filter(hasAddress).length < 2) return [cells];
  const people: string[] = [];
  for (const piece of pieces) {
    const last = people.at(-1);
    const isSame = last !== undefined && (!hasAddress(last) || trackIn(piece) !== '');
    if (isSame) people.splice(-1, 1, `${last}, ${piece}`);
    else people.push(piece);
  }
  return people.map((person) => [person]);
}

function cutAfterAddresses(cell: string): string[] {
  const pieces = cell.match(/[^@]*@[^\s,;]*|[^@]+/g) ?? [];
  return pieces.flatMap((piece) => /[^\s,;](?:.*[^\s,;])?/s.exec(piece)?.[0] ?? []);
}

function hasAddress(cell: string): boolean {
  return cell.includes('@');
}

function isLastFirst(cells: readonly string[]): boolean {
  return cells.some((cell) => LAST_FIRST.test(cell));
}

function byContents(cells: readonly string[], areLastFirst: boolean): ListedPerson {
  const parts = cells.flatMap(splitAddress);
  const email = parts.find(hasAddress) ?? '';
  const rest = parts.filter((part) => !hasAddress(part)).map(cleanName);
  const names = rest.filter((part) => part !== '' && trackIn(part) === '');
  const track = rest.map(trackIn).find((one) => one !== '') ?? '';
  const [firstName, lastName] = orderNames(names, isLastFirst(cells), areLastFirst);
  return { firstName, lastName, email, track };
}

/** Whether the last name is first in `Ana Núñez, PhD <ana@example.org>` is in doubt: without one, it is invalid. */
function orderNames(names: readonly string[], isLastFirst: boolean, areLastFirst: boolean): [string, string] {
  const [one = '', other] = names;
  if (other === undefined) return splitName(one);
  if (!isLastFirst) return [one, other];
  return areLastFirst && names.length === 2 && !one.includes(' ') ? [other, one] : [names.join(', '), ''];
}

/** `Ana Núñez <ana@example.org>` has a name and an address; in a list of mixed separators, a cell may be a whole line. */
function splitAddress(cell: string): string[] {
  const [found, address] = (hasAddress(cell) && ADDRESS.exec(cell)) || [];
  return found && address ? [...cell.replace(found, ',').split(/[,;\t]/), address] : [cell];
}

/** Without the marks of a written list, such as `1. Ana Núñez – ana@example.org`. */
function cleanName(name: string): string {
  const words = name
    .replace(/^\s*\d+[.)]/, '')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  return /.*[^:–—-]/.exec(words.join(' '))?.[0] ?? '';
}

/**
 * The last word is the last name, or what is after a bar, or before a comma as in `Núñez, Ana`. Whether it is there in
 * `Ana Núñez, PhD` is in doubt: without a last name, the person is invalid.
 */
function splitName(name: string): [string, string] {
  const [before = '', after] = name.split(',').map((part) => part.trim());
  if (after) return before.includes(' ') ? [name, ''] : [after, before];
  const words = name.split(name.includes('|') ? '|' : /\s+/);
  const last = words.length > 1 ? words.pop()! : '';
  return [words.join(' ').trim(), last.trim()];
}

function trackIn(text: string): Track | '' {
  const word = text.toLowerCase();
  return TRACKS.find((track) => track === word || track === `${word}s`) ?? '';
}

function isSomebody({ firstName, lastName, email }: ListedPerson): boolean {
  return [firstName, lastName, email].some((one) => one !== '');
}
