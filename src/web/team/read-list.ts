import Papa from 'papaparse';
import { hasHeadings, type ListedPerson, readTeamList } from '#domain/team-list.ts';

/** The first of these that occurs is the column separator. */
const DELIMITERS = ['\t', ';', ','];

/** As mail programs write a name in quotes: `"Núñez, Ana" <ana@example.org>`. */
const QUOTED_LAST_FIRST = /"([^\s",][^",\n]*),([^",\n]+)(?:,[^"\n]*)?"(?=[\s,;"<]*[^\s,;"<>]+@)/g;
const REPEATED_ADDRESS = /(^|[\s<>])([^\s,;<>@]+@[^\s,;<>@]+)\s*<\2>/gi;

/** Reads a pasted list: text from a spreadsheet, a CSV file, or lines such as `Ana Núñez, ana@example.org`. */
export function readList(text: string): ListedPerson[] {
  const list = text.replaceAll(/\r\n?/g, '\n');
  const table = parse(list);
  if (table.isQuoted && hasHeadings(table.rows)) return readTeamList(table.rows);

  const lines = list.replaceAll(/[“”„]/g, '"').replaceAll(QUOTED_LAST_FIRST, turnName);
  const { rows, isQuoted } = parse(lines);
  const people =
    isQuoted && !rows.flat().some(hasSwallowedLine) ? rows : parse(lines.replaceAll('"', '')).rows;
  return readTeamList(
    people.map((cells) => cells.map(cleanAddress)),
    { isSpreadsheet: list.includes('\t') },
  );
}

/** `Ana|Núñez`. In `"Ana Núñez, PhD"` the last name is in doubt; without one, the person is invalid. */
function turnName(_: string, last: string, first: string): string {
  return last.trim().includes(' ') ? `${last} ${first}|` : `${first.trim()}|${last.trim()}`;
}

function parse(list: string) {
  const { data, errors } = Papa.parse<string[]>(list, {
    delimiter: DELIMITERS.find((one) => list.includes(one)) ?? ',',
    newline: '\n',
  });
  return {
    rows: data.map((cells) => cells.map((cell) => cell.trim())),
    isQuoted: !errors.some(({ type }) => type === 'Quotes'),
  };
}

/** The quotes of names, unlike those of a spreadsheet, may pair across people. */
function hasSwallowedLine(cell: string): boolean {
  return cell.includes('\n') && cell.includes('@');
}

/** Without what mail programs add, as in `Ana Núñez <ana@example.org<mailto:ana@example.org>>`. */
function cleanAddress(cell: string): string {
  return cell
    .replaceAll(/"|mailto:/gi, '')
    .replaceAll(REPEATED_ADDRESS, '$1$2')
    .trim();
}
