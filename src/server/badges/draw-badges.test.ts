import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { BADGE_FORMATS, BADGE_SHEETS } from '#domain/badges.ts';
import { CODE_BYTES, qrTokenFrom } from '#domain/codes.ts';
import { codesOf, textOfPages } from '#test/read-pdf.ts';
import { servedDuring } from '#test/served-during.ts';
import { type Badge, drawBadges, isByHand } from './draw-badges.ts';

const token = (seed: number) =>
  qrTokenFrom(Uint8Array.from({ length: CODE_BYTES }, (_, index) => (index * 37 + seed * 91) % 256));
const jane: Badge = {
  firstName: 'Jane',
  lastName: 'Sample',
  organization: 'Sample School',
  track: 'caregivers',
  token: token(1),
};
const texts = {
  title: 'Badges',
  event: 'Digital Safety Summit',
  host: 'Harbor Light Alliance',
  createdAt: new Date('2025-09-18T16:00:00Z'),
};
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...jane, lastName: `Sample${index}`, token: token(index) }));

test.each(BADGE_FORMATS)('%s: pages of the right size, each full before the next', async (format) => {
  const sheet = BADGE_SHEETS[format];
  const perPage = sheet.columns * sheet.rows;
  const file = await drawBadges(texts, sheet, many(perPage + 1));
  const document = await getDocumentProxy(Uint8Array.from(file));
  expect(document.numPages).toBe(2);
  const [, , width, height] = (await document.getPage(1)).view as number[];
  expect([width, height].map((side) => (side! / 72) * 25.4).map(Math.round)).toEqual(
    sheet.page.map(Math.round),
  );
  const pages = await textOfPages(file);
  expect(pages[0]!.match(/Sample\d+/g)).toHaveLength(perPage);
  expect(pages[1]!.match(/Sample\d+/g)).toEqual([`Sample${perPage}`]);
});

test('a badge shows name, organization and track in words, and a scanner reads its code', async () => {
  const file = await drawBadges(texts, BADGE_SHEETS.a4, [jane, { ...jane, track: null, token: token(2) }]);
  const [page] = await textOfPages(file);
  expect(page).toContain('Caregivers Jane Sample Sample School');
  expect(page).toContain('Digital Safety Summit Jane Sample Sample School');
  const codes = await codesOf(file);
  expect(codes.map(({ text }) => text)).toEqual([token(1), token(2)]);
  for (const { millimeters } of codes) expect(millimeters).toBeCloseTo(18, 0);
});

test.each([
  ['Christopher', 'Wojciechowska-Brzęczyszczykiewiczówna'],
  ['Nguyễn Thị Phương', 'Ștefănescu von und zu Guttenberg'],
  ['Maximiliane', 'Brzęczyszczykiewiczówna'],
])('no word of %s %s is split, on any label', async (firstName, lastName) => {
  for (const format of BADGE_FORMATS) {
    const file = await drawBadges(texts, BADGE_SHEETS[format], [{ ...jane, firstName, lastName }]);
    const lines = await linesOf(file);
    for (const word of `${firstName} ${lastName}`.split(/[ -]/)) {
      expect(lines.filter((line) => line.includes(word))).toHaveLength(1);
    }
  }
});

test('names and organizations of any length stay on their label, and clear of each other', async () => {
  const long = {
    ...jane,
    firstName: 'W'.repeat(100),
    lastName: 'M'.repeat(100),
    organization: 'O'.repeat(200),
  };
  for (const format of BADGE_FORMATS) {
    const file = await drawBadges(texts, BADGE_SHEETS[format], [long]);
    const document = await getDocumentProxy(Uint8Array.from(file));
    const { items } = await (await document.getPage(1)).getTextContent();
    const { page, badge, first } = BADGE_SHEETS[format];
    const [left, bottom] = [first[0], page[1] - first[1] - badge[1]].map((side) => (side / 25.4) * 72);
    for (const item of items as { str: string; transform: number[]; width: number }[]) {
      if (item.str.trim() === '') continue;
      expect(item.transform[4]!).toBeGreaterThan(left!);
      expect(item.transform[4]! + item.width).toBeLessThan(left! + (badge[0] / 25.4) * 72);
      expect(item.transform[5]!).toBeGreaterThan(bottom!);
    }
    const baselines = (letters: RegExp) =>
      (items as { str: string; transform: number[] }[])
        .filter(({ str }) => letters.test(str))
        .map(({ transform }) => transform[5]!);
    expect(Math.min(...baselines(/[WM]/)) - Math.max(...baselines(/O/))).toBeGreaterThan(7);
  }
});

test('a name in letters that the fonts lack gets a line to write on', async () => {
  const rahim = { ...jane, firstName: 'রহিম', lastName: 'খান' };
  expect([isByHand(rahim), isByHand(jane)]).toEqual([true, false]);
  const [page] = await textOfPages(await drawBadges(texts, BADGE_SHEETS.letter, [rahim]));
  expect(page!.trim()).toBe('Caregivers Sample School');
});

test('drawing many badges does not block other requests', async () => {
  expect(await servedDuring(() => drawBadges(texts, BADGE_SHEETS.letter, many(80)))).toBeGreaterThan(10);
});

/** The lines of the first page, as laid out. */
async function linesOf(file: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(Uint8Array.from(file));
  const { items } = await (await document.getPage(1)).getTextContent();
  const lines = new Map<number, string>();
  for (const { str, transform } of items as { str: string; transform: number[] }[])
    lines.set(transform[5]!, (lines.get(transform[5]!) ?? '') + str);
  return [...lines.values()];
}
