import Papa from 'papaparse';
import { type ListedPerson, readTeamList } from '#domain/team-list.ts';

/** The first of these that occurs is the column separator. */
const DELIMITERS = ['\t', ';', ','];

/** Reads a pasted list: text from a spreadsheet, a CSV file, or lines such as `Ana Núñez, ana@example.org`. */
export function readList(text: string): ListedPerson[] {
  const list = text.replaceAll(/\r\n?/g, '\n');
  const { data, errors } = parse(list);
  const isQuoted = !errors.some(({ type }) => type === 'Quotes') && !data.flat().some(hasSwallowedLine);
  const rows = isQuoted ? data : parse(list.replaceAll('"', '')).data;
  return readTeamList(rows.map((cells) => cells.map((cell) => cell.trim())));
}

function parse(list: string): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(list, {
    delimiter: DELIMITERS.find((one) => list.includes(one)) ?? ',',
    newline: '\n',
  });
}

/** The quotes of names, unlike those of a spreadsheet, may pair across people. */
function hasSwallowedLine(cell: string): boolean {
  return cell.includes('\n') && cell.includes('@');
}
