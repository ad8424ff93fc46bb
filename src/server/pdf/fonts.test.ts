import { expect, test } from 'vitest';
import { canWrite, fontRuns, needsOtherFamilies, printable } from './fonts.ts';

test.each([
  ['Ana', ['latin: Ana']],
  ['Nguyễn', ['latin: Nguy', 'vietnamese: ễ', 'latin: n']],
  ['Łódź', ['latin-ext: Ł', 'latin: ód', 'latin-ext: ź']],
  ['Constanţa', ['latin: Constan', 'latin-ext: ț', 'latin: a']],
  ['', ['latin: ']],
  ['Ελένη Smith', ['noto-sans-greek: Ελένη', 'latin:  Smith']],
  ['Мария', ['noto-sans-cyrillic: Мария']],
  ['School № 5', ['latin: School ', 'noto-sans-cyrillic: №', 'latin:  5']],
  ['Əliyeva', ['noto-sans-latin-ext: Ə', 'latin: liyeva']],
  // Marks and joiners stay with their letter.
  ['अमि\u200cत', ['noto-sans-devanagari: अमि\u200cत']],
  ['김', ['nanum-gothic-116: 김']],
])('%s is written with the font files that have its letters', (text, runs) => {
  expect(fontRuns('text', text).map(({ font, run }) => `${subset(font)}: ${run}`)).toEqual(runs);
});

test.each([
  ['Jane O’Sample-Łę Ștefănia Nguyễn', true],
  ['王小明', true],
  ['Ελένη', true],
  ['রহিম', false],
  ['Jane 🙂', true],
  ['🎉', false],
])('whether the fonts have the letters of %s: %s', (text, has) => {
  expect(canWrite('display', text)).toBe(has);
});

test.each([
  ['রহিম', '…'],
  ['রহিম Smith', '… Smith'],
  ['রহিম உமா', '…'],
  ['Anna রহিম-Smith', 'Anna …'],
  ['Ελένη রহিম 王小明', 'Ελένη … 王小明'],
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

test.each([
  ['Ελένη', true],
  ['Jane Łódź Nguyễn', false],
  // Nothing can write this, so there is nothing to set otherwise.
  ['রহিম', false],
])('whether %s needs fonts of other families: %s', (text, needs) => {
  expect(needsOtherFamilies('text', text)).toBe(needs);
});

test.each([
  'Ґалина Їжакевич',
  'ᾼδης Γεωργίου',
  'מִרְיָם',
  'مُحَمَّد',
  'አበበ ተስፋዬ',
  'Արամ Խաչատրյան',
  'ნინო',
  'อภิสิทธิ์',
  'श्रीवास्तव',
  '김민준 뷁',
  '欧阳娜娜 陳怡君',
  '渡邊 髙橋',
  'さくら・カタカナー々',
  'ʻIolani',
])('%s is written in full, in each weight', (text) => {
  for (const weight of ['display', 'text', 'strong'] as const) expect(canWrite(weight, text)).toBe(true);
});

/** The part of a file's name between family and weight, with the family unless it is the first. */
function subset(file: string): string | undefined {
  return /files\/(?:bricolage-grotesque-)?([a-z0-9-]+)-\d+-normal/.exec(file)?.[1];
}
