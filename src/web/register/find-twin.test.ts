import { expect, test, vi } from 'vitest';
import { findTwin } from './find-twin.ts';
import { blankValues } from './form-values.ts';

vi.mock('../boot.ts', () => ({ boot: { listings: [] } }));

const ada = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: '' as const };
const blank = { firstName: '', lastName: '', email: '', track: '' as const };
const form = {
  ...blankValues(),
  firstName: 'Jane',
  lastName: 'Sample',
  email: 'jane@example.org',
  others: [ada, blank, { ...ada, firstName: ' ADA ' }, { ...ada, email: 'other@example.org' }, blank],
};

test('a member who was named above is found, whatever the case and the blanks', () => {
  expect(form.others.map((_, row) => findTwin(form, row))).toEqual([null, null, 2, null, null]);
});

test('the leader is member 1', () => {
  const again = { ...ada, firstName: 'Jane', email: 'Jane@example.org' };
  expect(findTwin({ ...form, others: [again] }, 0)).toBe(1);
});
