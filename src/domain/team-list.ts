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
 * spreadsheet. The recipients of a mail are several people in a row. A header row assigns the columns; without one,
 * first names come before last names, except in `Núñez, Ana <ana@example.org>`.
 */
export function readTeamList(rows: readonly (readonly string[])[]): ListedPerson[] {
  const [first = [], ...others] = rows.filter((cells) => cells.some((cell) => cell !== ''));
  const columns = readHeadings(first);
  return columns
    ? others.map((cells) => byColumns(cells, columns)).filter(isSomebody)
    : [first, ...others].flatMap(onePersonEach).map(byContents).filter(isSomebody);
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
const NAMED_ADDRESS = /\p{L}[^,;\t<>@]*<[^<>]*@/u;
const ADDRESS = /<?([^\s,;:<>]*@[^\s,;<>]*)>?/;

/** `Ana Núñez <ana@example.org>; Bo Beck <bo@example.org>` are two people, and so are two addresses alone. */
function onePersonEach(cells: readonly string[]): string[][] {
  const filled = cells.flatMap(cutAfterAddresses);
  const areRecipients = filled.every(hasAddress) || filled.some((cell) => NAMED_ADDRESS.test(cell));
  const people: string[][] = [];
  filled.forEach((cell, index) => {
    const isNext =
      areRecipients && hasAddress(filled[index - 1] ?? '') && filled.slice(index).some(hasAddress);
    if (index === 0 || isNext) people.push([]);
    people.at(-1)!.push(cell);
  });
  return people;
}

function cutAfterAddresses(cell: string): string[] {
  const pieces = cell.match(/[^@]*@[^\s,;]*|[^@]+/g) ?? [];
  return pieces.map((piece) => piece.replaceAll(/^[\s,;]+|[\s,;]+$/g, '')).filter((piece) => piece !== '');
}

function hasAddress(cell: string): boolean {
  return cell.includes('@');
}

function byContents(cells: readonly string[]): ListedPerson {
  const parts = cells.flatMap(splitAddress);
  const email = parts.find(hasAddress) ?? '';
  const rest = parts.filter((part) => !hasAddress(part)).map(cleanName);
  const names = rest.filter((part) => part !== '' && trackIn(part) === '');
  const track = rest.map(trackIn).find((one) => one !== '') ?? '';
  const isLastFirst = names.length === 2 && cells.some((cell) => NAMED_ADDRESS.test(cell));
  const ordered = isLastFirst ? names.toReversed() : names;
  const [firstName = '', lastName = ''] = ordered.length > 1 ? ordered : splitName(ordered[0] ?? '');
  return { firstName, lastName, email, track };
}

/** `Ana Núñez <ana@example.org>` has a name and an address; in a list of mixed separators, a cell may be a whole line. */
function splitAddress(cell: string): string[] {
  const [found, address] = ADDRESS.exec(cell) ?? [];
  return found && address ? [...cell.replace(found, ',').split(/[,;\t]/), address] : [cell];
}

/** Without the marks of a written list, such as `1. Ana Núñez – ana@example.org`. */
function cleanName(name: string): string {
  const words = name
    .replace(/^\s*\d+[.)]/, '')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  return words.join(' ').replace(/[:–—-]+$/, '');
}

/** The last word is the last name. */
function splitName(name: string): [string, string] {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? words.pop()! : '';
  return [words.join(' '), last];
}

function trackIn(text: string): Track | '' {
  const word = text.toLowerCase();
  return TRACKS.find((track) => track === word || track === `${word}s`) ?? '';
}

function isSomebody({ firstName, lastName, email }: ListedPerson): boolean {
  return [firstName, lastName, email].some((one) => one !== '');
}
