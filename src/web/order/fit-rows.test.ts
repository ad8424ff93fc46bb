import { expect, test } from 'vitest';
import { fitRows } from './fit-rows.ts';

/** Rows by what is typed in them. */
const fitted = (typed: readonly string[], open: number) => {
  const rows = typed.map((text) => ({ text }));
  const next = fitRows(
    rows,
    open,
    ({ text }) => text === '',
    () => ({ text: '' }),
  );
  return next === rows ? 'the same' : next.map(({ text }) => text);
};

test('each open seat has a row; a lost seat removes only blank rows, the last one first', () => {
  expect(fitted([], 2)).toEqual(['', '']);
  expect(fitted(['', 'Ana'], 3)).toEqual(['', 'Ana', '']);
  expect(fitted(['', 'Ana', '', 'Bo'], 3)).toEqual(['', 'Ana', 'Bo']);
  expect(fitted(['Ana', '', 'Bo'], 1)).toEqual(['Ana', 'Bo']);
});

test('rows that fit, or cannot, stay the same', () => {
  expect(fitted(['', 'Ana'], 2)).toBe('the same');
  expect(fitted(['Ana', 'Bo'], 1)).toBe('the same');
});
