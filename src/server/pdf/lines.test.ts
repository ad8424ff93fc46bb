import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { cutLines, setFixedText, setText } from './lines.ts';
import { closeSheet, openSheet, say, styles } from './sheet.ts';

const createdAt = new Date('2025-08-01T16:00:00Z');
const { doc } = openSheet({ title: 'Lines', author: 'Tests', subject: 'Lines', createdAt });
const big = { font: 'display', size: 30, color: '#000000' } as const;

test('a text that fits keeps its size and one line', () => {
  const { lines, style } = setText(doc, ' Jane  Sample ', big, { width: 300 }, 10);
  expect([lines, style.size]).toEqual([['Jane Sample'], 30]);
});

test('lines end between words and after hyphens', () => {
  expect(setText(doc, 'Ștefănescu-Müller von und zu Guttenberg', big, { width: 260 }).lines).toEqual([
    'Ștefănescu-',
    'Müller von und zu',
    'Guttenberg',
  ]);
});

test('a long word shrinks before it is split, even with letters from several fonts', () => {
  const { lines, style } = setText(doc, 'Brzęczyszczykiewiczówna', big, { width: 200 }, 10);
  expect(lines).toEqual(['Brzęczyszczykiewiczówna']);
  expect(style.size).toBeGreaterThan(10);
  expect(style.size).toBeLessThan(30);
});

test('a text too high shrinks', () => {
  const room = { width: 200, height: 60 };
  const set = setText(doc, 'One Two Three Four Five Six', big, room, 10);
  expect(set.height).toBeLessThanOrEqual(60);
  expect(set.style.size).toBeLessThan(30);
});

test('a word too long at the minimum size is split without losing letters', () => {
  const { lines, style } = setText(doc, `Ada ${'W'.repeat(60)}`, big, { width: 200 }, 10);
  expect(style.size).toBe(10);
  expect(lines[0]).toBe('Ada');
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join('')).toBe(`Ada${'W'.repeat(60)}`);
});

test('a word is split and cut between its letters, each with its vowel sign', () => {
  const { lines } = setText(doc, 'स्त्री'.repeat(20), big, { width: 200 }, 10);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^(स्त्री)+$/);
  const set = setText(doc, 'तुम्हारा\nTwo', big, { width: 300 });
  expect(cutLines(set, set.leading).lines).toEqual(['तुम्हा…']);
});

test('line breaks in the text stay', () => {
  expect(setText(doc, 'Jane\nvan Sample', big, { width: 300 }).lines).toEqual(['Jane', 'van Sample']);
});

test('lines without room are cut, with an ellipsis', () => {
  const set = setText(doc, 'One\nTwo\nThree', big, { width: 300 });
  expect(cutLines(set, set.height)).toBe(set);
  expect(cutLines(set, set.leading * 2.5).lines).toEqual(['One', 'Tw…']);
});

test('text common to many documents is laid out once', () => {
  const once = () => setFixedText(doc, 'Show this code', styles.text, 60);
  expect(once()).toBe(once());
  expect(setFixedText(doc, 'Show this code', styles.text, 300).lines).toEqual(['Show this code']);
});

test('letters of several families share a line and its baseline, and stay within their width', async () => {
  const sheet = openSheet({ title: 'Lines', author: 'Tests', subject: 'Lines', createdAt });
  const text = 'Лицей № 5 – Lincoln Middle School, отделение цифровой безопасности';
  const below = say(sheet, sheet.root, 'P', text, styles.text, { x: 100, y: 100, width: 200 });
  const file = await closeSheet(sheet);
  const document = await getDocumentProxy(Uint8Array.from(file));
  const { items } = await (await document.getPage(1)).getTextContent();
  const written = (items as { str: string; width: number; transform: number[] }[]).filter(({ str }) =>
    str.trim(),
  );
  const baselines = new Set(written.map(({ transform }) => transform[5]));
  const right = Math.max(...written.map(({ width, transform }) => transform[4]! + width));
  expect([baselines.size, right <= 300]).toEqual([2, true]);
  // The whole text for screen readers, as PDF stores what is not ASCII: this has no byte that would be escaped.
  expect(file.includes(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(true);
  expect(below).toBeCloseTo(100 + 2 * (1.2 * styles.text.size + styles.text.lineGap), 1);
});
