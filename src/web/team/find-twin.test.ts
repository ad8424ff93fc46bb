import { expect, test } from 'vitest';
import { findTwin } from './find-twin.ts';
import { blankMember } from './member-values.ts';

const ada = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: '' as const };
const jane = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org' };
const rows = [
  ada,
  blankMember(),
  { ...ada, firstName: ' ADA ' },
  { ...ada, email: 'other@example.org' },
  blankMember(),
];

test('a member in an earlier row is found, ignoring case and spaces', () => {
  expect(rows.map((_, row) => findTwin({ seated: [jane], rows }, row))).toEqual([null, null, 2, null, null]);
});

test('a member who already has a seat is found', () => {
  const again = { ...ada, firstName: 'Jane', email: 'Jane@example.org' };
  expect(findTwin({ seated: [jane], rows: [again] }, 0)).toBe(1);
  expect(findTwin({ seated: [ada, jane], rows: [again] }, 0)).toBe(2);
});
