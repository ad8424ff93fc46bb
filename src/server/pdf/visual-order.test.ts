import { expect, test } from 'vitest';
import { fontRuns } from './fonts.ts';
import { inVisualOrder } from './visual-order.ts';

// Written as in a file: the first is the leftmost on the paper.
test.each([
  ['Jane Sample', ['Jane Sample']],
  ['מרים כהן', ['כהן', ' ', 'מרים']],
  ['مريم محمد ', ['محمد', ' ', 'مريم', ' ']],
  ['מרים בן-דוד', ['דוד', '-', 'בן', ' ', 'מרים']],
  ['מרים (כהן)', ['(', 'כהן', ') ', 'מרים']],
  ['Mary מרים כהן Smith', ['Mary ', 'כהן', ' ', 'מרים', ' Smith']],
  ['מרים Smith', ['מרים', ' Smith']],
  ['מרים 2025', ['2025', ' ', 'מרים']],
])('%s is printed as its readers expect', (text, runs) => {
  expect(inVisualOrder(fontRuns('text', text)).map(({ run }) => run)).toEqual(runs);
});

test('Persian digits are reversed once more after fontkit, so they read from left to right', () => {
  expect(inVisualOrder(fontRuns('text', 'مریم ۱۲۳')).map(({ run }) => run)).toEqual(['۳۲۱', ' ', 'مریم']);
});
