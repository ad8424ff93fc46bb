import Papa from 'papaparse';
import { type ListedPerson, readTeamList } from '#domain/team-list.ts';

/** The first of these that occurs is the column separator. */
const DELIMITERS = ['\t', ';', ','];

/** Reads a pasted list: text from a spreadsheet, a CSV file, or lines such as `Ana Núñez, ana@example.org`. */
export function readList(text: string): ListedPerson[] {
  const { data } = Papa.parse<string[]>(text.replaceAll(/\r\n?/g, '\n'), {
    delimiter: DELIMITERS.find((one) => text.includes(one)) ?? ',',
    newline: '\n',
  });
  return readTeamList(data.map((cells) => cells.map((cell) => cell.trim())));
}
