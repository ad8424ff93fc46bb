import { expect, test } from 'vitest';
import { fontRuns } from './fonts.ts';

test.each([
  ['Ana', ['latin: Ana']],
  ['Nguyễn', ['latin: Nguy', 'vietnamese: ễ', 'latin: n']],
  ['Łódź', ['latin-ext: Ł', 'latin: ód', 'latin-ext: ź']],
  ['Constanţa', ['latin: Constan', 'latin-ext: ț', 'latin: a']],
  ['', ['latin: ']],
])('%s is written in the files that have its letters', (text, runs) => {
  expect(fontRuns('text', text).map(({ font, run }) => `${subset(font)}: ${run}`)).toEqual(runs);
});

function subset(file: string): string | undefined {
  return /grotesque-([a-z-]+)-400-/.exec(file)?.[1];
}
