import { expect, test } from 'vitest';
import { shortCode } from '#domain/short-code.ts';
import {
  faultOfTime,
  nextBatch,
  type PaperEntry,
  typeCode,
  withRefused,
  withResponse,
} from './paper-entries.ts';
import { typedInstant } from './typed-instant.ts';

const sheet = { door: 'Garage', collectedAt: '2025-09-20T15:00:00Z' };
const [ada, bo] = [shortCode(1), shortCode(2)];
const dayOf = (instant: string) => instant.slice(0, 10);
const entry = (id: string, code: string, changes: Partial<PaperEntry> = {}): PaperEntry => ({
  ...sheet,
  id,
  code,
  state: 'waiting',
  name: null,
  isDuplicate: false,
  isExpected: true,
  ...changes,
});
const type = (entries: readonly PaperEntry[], text: string, given = sheet) =>
  typeCode(entries, text, given, { id: 'new', dayOf });

test.each([
  [undefined, 'Choose a day and a time'],
  ['2025-09-20T18:00:01Z', 'Enter a time that has already passed'],
  ['2025-09-20T18:00:00Z', undefined],
  ['2024-09-20T18:00:00Z', undefined],
  ['2024-09-20T17:59:00Z', 'This time is more than a year ago. Check the year.'],
  // What a field reads when the year is typed as 25.
  [typedInstant('America/Denver', '0025-09-20T12:00'), 'This time is more than a year ago. Check the year.'],
])('a sheet collected at %s: %s', (collectedAt, fault) => {
  expect(faultOfTime(collectedAt, new Date('2025-09-20T18:00:00Z'))).toBe(fault);
});

test('a code is read as people type it; an invalid one is not sent', () => {
  expect(type([], ` ${ada.toLowerCase()} `)).toEqual({ kind: 'added', entry: entry('new', ada) });
  expect(type([], ' A0B1 ')).toEqual({ kind: 'no_code', text: 'A0B1' });
});

test('a code typed twice for one day counts once, unless the first was undone or is on another day', () => {
  expect(type([entry('a', ada)], ada)).toEqual({ kind: 'typed_before', code: ada });
  const stored = entry('a', ada, { state: 'stored' });
  expect(type([stored], ada, { door: 'Main entrance', collectedAt: '2025-09-20T18:00:00Z' }).kind).toBe(
    'typed_before',
  );
  for (const earlier of [
    entry('a', ada, { state: 'undone' }),
    entry('a', ada, { state: 'unknown' }),
    entry('a', ada, { collectedAt: '2025-09-19T15:00:00Z' }),
  ]) {
    expect(type([earlier], ada).kind).toBe('added');
  }
});

test('entries are sent sheet by sheet, oldest first, up to the limit of a call', () => {
  const other = { ...sheet, door: 'Main entrance' };
  const entries = [
    entry('sent', 'ZZZZ', { state: 'stored' }),
    entry('a', ada),
    entry('c', 'CCCC', other),
    entry('b', bo),
    entry('d', 'DDDD'),
  ];
  expect(nextBatch(entries, 2)).toEqual({
    ...sheet,
    entries: [
      { id: 'a', shortCode: ada },
      { id: 'b', shortCode: bo },
    ],
  });
  const later = entries.map((one) => (one.door === 'Garage' ? { ...one, state: 'stored' as const } : one));
  expect(nextBatch(later, 2)).toEqual({ ...other, entries: [{ id: 'c', shortCode: 'CCCC' }] });
  expect(nextBatch([entry('a', ada, { state: 'unknown' })], 2)).toBeNull();
});

test('a response fills in people and unknown codes, and changes nothing else', () => {
  const entries = [
    entry('a', ada),
    entry('b', bo),
    entry('c', 'CCCC'),
    entry('d', 'DDDD', { state: 'undone' }),
  ];
  const response = {
    stored: [
      { id: 'a', name: 'Ada Sample', isDuplicate: true, isExpected: false },
      { id: 'd', name: 'Dora Sample', isDuplicate: false, isExpected: true },
    ],
    unknown: [{ id: 'b', shortCode: bo }],
  };
  expect(withResponse(entries, response)).toEqual([
    { ...entries[0], state: 'stored', name: 'Ada Sample', isDuplicate: true, isExpected: false },
    { ...entries[1], state: 'unknown' },
    entries[2],
    entries[3],
  ]);
});

test('a refused batch does not hold up the next, and its codes can be typed again', () => {
  const next = entry('b', bo, { collectedAt: '2025-09-20T18:00:00Z' });
  const entries = withRefused([entry('a', ada), next], nextBatch([entry('a', ada)], 2)!);
  expect(entries).toEqual([entry('a', ada, { state: 'refused' }), next]);
  expect(nextBatch(entries, 2)!.entries).toEqual([{ id: 'b', shortCode: bo }]);
  expect(type(entries, ada).kind).toBe('added');
});
