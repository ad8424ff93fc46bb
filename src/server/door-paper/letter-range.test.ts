import { expect, test } from 'vitest';
import { letterRange } from './letter-range.ts';

test.each([
  ['Abbott', 'Barnes', 'Abb – Bar'],
  ['Sample', 'Sampson', 'Sam'],
  ['Źdźbło', 'Żółć', 'Źdź – Żół'],
  ['O', ' Öz', 'O – Öz'],
])('a page from %s to %s is headed %s', (first, last, head) => {
  expect(letterRange(first, last)).toBe(head);
});
