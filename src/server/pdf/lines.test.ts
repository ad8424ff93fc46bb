import { expect, test } from 'vitest';
import { cutLines, setFixedText, setText } from './lines.ts';
import { openSheet, styles } from './sheet.ts';

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

test('a long word shrinks before it is broken, also where its letters come from several fonts', () => {
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

test('what is too long at the least size is broken inside the word and loses nothing', () => {
  const { lines, style } = setText(doc, `Ada ${'W'.repeat(60)}`, big, { width: 200 }, 10);
  expect(style.size).toBe(10);
  expect(lines[0]).toBe('Ada');
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join('')).toBe(`Ada${'W'.repeat(60)}`);
});

test('line breaks of the text stay', () => {
  expect(setText(doc, 'Jane\nvan Sample', big, { width: 300 }).lines).toEqual(['Jane', 'van Sample']);
});

test('lines that have no room are cut, and an ellipsis says so', () => {
  const set = setText(doc, 'One\nTwo\nThree', big, { width: 300 });
  expect(cutLines(set, set.height)).toBe(set);
  expect(cutLines(set, set.leading * 2.5).lines).toEqual(['One', 'Tw…']);
});

test('what many documents say is set once', () => {
  const once = () => setFixedText(doc, 'Show this code', styles.text, 60);
  expect(once()).toBe(once());
  expect(setFixedText(doc, 'Show this code', styles.text, 300).lines).toEqual(['Show this code']);
});
