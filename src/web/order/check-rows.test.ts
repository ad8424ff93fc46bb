import { expect, test } from 'vitest';
import { blankMember } from '../team/member-values.ts';
import { checkRows } from './check-rows.ts';

const person = (firstName: string) => ({
  firstName,
  lastName: 'Sample',
  email: `${firstName.toLowerCase()}@example.org`,
  track: '' as const,
});
const [ana, bo] = [person('Ana'), person('Bo')];
const blank = blankMember();
const lee = person('Lee');

test('rows with a person are ready to send, without the blank ones', () => {
  const { ready, problems } = checkRows({ seated: [lee], rows: [blank, ana], list: ' ' }, { id: 7 });
  expect(problems).toEqual([]);
  expect(ready).toEqual([{ typed: ana, member: { ...ana, track: null, orderId: 7, isOrganizer: false } }]);
});

test('problems are reported by seat', () => {
  const begun = { ...blank, lastName: 'Sample', email: 'ana' };
  const { ready, problems } = checkRows({ seated: [lee], rows: [bo, begun], list: '' }, { id: 7 });
  expect(ready).toHaveLength(1);
  expect(problems).toEqual([
    {
      field: 'others.1.firstName',
      message: 'First name is required',
      inSummary: 'Seat 3: First name is required',
      isMissing: true,
    },
    {
      field: 'others.1.email',
      message: 'Valid email is required',
      inSummary: 'Seat 3: Valid email is required',
      isMissing: false,
    },
  ]);
});

test('a form without anybody asks for the first seat', () => {
  const { ready, problems } = checkRows({ seated: [lee], rows: [blank, blank], list: '' }, { id: 7 });
  expect(ready).toEqual([]);
  expect(problems.map(({ inSummary }) => inSummary)).toEqual([
    'Seat 2: First name is required',
    'Seat 2: Last name is required',
    'Seat 2: Valid email is required',
  ]);
});

const FILL = 'Fill the seats from your list, or clear it to continue.';
const CLEAR = 'No seat is left for the people in your list. Clear it to continue.';

test.each([
  ['nobody', [blank, blank], [FILL]],
  ['somebody', [ana, blank], [FILL]],
  [
    'somebody whose name is missing',
    [{ ...ana, firstName: '' }, blank],
    [FILL, 'Seat 2: First name is required'],
  ],
  ['somebody in each seat', [ana, bo], [CLEAR]],
])('a form with %s and a list says what to do with the list', (_who, rows, sentences) => {
  const { problems } = checkRows({ seated: [lee], rows, list: 'Di Sample, di@example.org' }, { id: 7 });
  expect(problems.map(({ inSummary }) => inSummary)).toEqual(sentences);
});
