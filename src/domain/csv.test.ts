import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

const tricky = fc.string({ unit: fc.constantFrom(...`a1=-;,'"\t\r\n`) });

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  [-1.5, '-1.5'],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ["'=1", `"''=1"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a;"=1+1;', `"a;'""=1+1;"`],
  ['a\n@SUM(A1)', `"a\n'@SUM(A1)"`],
  ['a; b', 'a; b'],
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

test('a cell reads back as it was written, except for the apostrophes before formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (cells) => {
      const [read = []] = Papa.parse<string[]>(csvLine(cells), { delimiter: ',', newline: '\r\n' }).data;
      expect(
        read.map((cell) => cell.replaceAll(/(?<=^|[;\t\r\n])'(?=['"]*[=+\-@\t\r\0＝＋－＠])/g, '')),
      ).toEqual(cells);
    }),
    { numRuns: 500 },
  );
});

test('no cell starts a formula in a program that splits at semicolons or tabs, and sees no quotes in a line', () => {
  fc.assert(
    fc.property(fc.array(tricky, { minLength: 1, maxLength: 6 }), (cells) => {
      const split = csvLine(cells).split(/[;\t\r\n]/);
      expect(split.filter((cell) => /^"*[=+\-@]/.test(cell))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
