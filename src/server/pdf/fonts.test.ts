import { expect, test } from 'vitest';
import { canWrite, fontRuns, printable } from './fonts.ts';

test.each([
  ['Ana', ['latin: Ana']],
  ['Nguyễn', ['latin: Nguy', 'vietnamese: ễ', 'latin: n']],
  ['Łódź', ['latin-ext: Ł', 'latin: ód', 'latin-ext: ź']],
  ['Constanţa', ['latin: Constan', 'latin-ext: ț', 'latin: a']],
  ['', ['latin: ']],
])('%s is written in the files that have its letters', (text, runs) => {
  expect(fontRuns('text', text).map(({ font, run }) => `${subset(font)}: ${run}`)).toEqual(runs);
});

test.each([
  ['Jane O’Sample-Łę Ștefănia Nguyễn', true],
  ['王小明', false],
  ['Ελένη', false],
  ['Jane 🙂', false],
])('whether the fonts have the letters of %s: %s', (text, has) => {
  expect(canWrite('display', text)).toBe(has);
});

test.each([
  ['Ελένη', '…'],
  ['Ελένη Smith', '… Smith'],
  ['王 小明', '…'],
  ['Anna Иванова-Smith', 'Anna …'],
  ['مريم محمد O’Neil', '… O’Neil'],
  ['Jane 🙂 Sample', 'Jane Sample'],
  ['Jane❤️ Sample', 'Jane Sample'],
  ['Łucja Ștefănia Nguyễn', 'Łucja Ștefănia Nguyễn'],
  ['a  b', 'a  b'],
])('%s is printed as %s, without boxes', (text, printed) => {
  expect(printable('display', text)).toBe(printed);
  expect(
    fontRuns('text', text)
      .map(({ run }) => run)
      .join(''),
  ).toBe(printed);
});

function subset(file: string): string | undefined {
  return /grotesque-([a-z-]+)-400-/.exec(file)?.[1];
}
