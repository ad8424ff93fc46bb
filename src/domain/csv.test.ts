import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  [-1.5, '-1.5'],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ["'=1", `"''=1"`],
  ['Lee, Ada', '"Lee, Ada"'],
  ['say "hi"', '"say ""hi"""'],
  ['plain', 'plain'],
  ['', ''],
])('%j is written %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('a line ends with CRLF, as in RFC 4180, and null is an empty cell', () => {
  expect(csvLine(['a', null, 3, true])).toBe('a,,3,true\r\n');
});

test('a cell reads back as it was written, except for the apostrophe before a formula, and never starts a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (cells) => {
      const [read = []] = Papa.parse<string[]>(csvLine(cells), { delimiter: ',', newline: '\r\n' }).data;
      const withoutApostrophe = read.map((cell, index) =>
        cell === `'${cells[index]}` ? cells[index] : cell,
      );
      expect(withoutApostrophe).toEqual(cells);
      expect(read.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
