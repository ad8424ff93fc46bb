import { expect, test } from 'vitest';
import type { PhoneState } from '#contract/door.ts';
import { countedWords, isWorking, phoneWords } from './phone-words.ts';

const now = new Date('2025-09-20T14:32:00Z');
const phone: PhoneState = {
  id: '01996a1e-0000-7000-8000-000000000000',
  person: 'Maria',
  door: 'Garage',
  role: 'steward',
  endsAt: '2025-09-21T06:00:00Z',
  invitation: 1,
  revokedAt: null,
  lastSeenAt: '2025-09-20T14:31:56Z',
  tickets: 312,
  waiting: 0,
  isReady: true,
};
const said = (changes: Partial<PhoneState>) => {
  const { tone, state, details } = phoneWords({ ...phone, ...changes }, 'America/Denver', now);
  return [tone, state, details];
};

test.each<[string, Partial<PhoneState>, [string, string, string]]>([
  ['at work', {}, ['ok', 'Ready', '312 tickets · synced 4 s ago']],
  ['without a tested camera', { isReady: false }, ['warn', 'Not ready', '312 tickets · synced 4 s ago']],
  [
    'without a network',
    { lastSeenAt: '2025-09-20T14:31:00Z', waiting: 27, tickets: 1 },
    ['warn', 'Not synced', '1 ticket · last synced 8:31 AM · 27 scans waiting'],
  ],
  [
    'last seen the day before',
    { lastSeenAt: '2025-09-19T14:31:00Z' },
    ['warn', 'Not synced', '312 tickets · last synced Sep 19, 8:31 AM'],
  ],
  [
    'revoked, with all its scans here',
    { revokedAt: '2025-09-20T14:31:50Z' },
    ['neutral', 'Revoked', '312 tickets · synced 4 s ago'],
  ],
  [
    'revoked, with a scan still on it',
    { revokedAt: '2025-09-20T14:31:50Z', waiting: 1 },
    ['warn', 'Revoked', '312 tickets · synced 4 s ago · 1 scan waiting'],
  ],
  ['at its end', { endsAt: '2025-09-20T14:32:00Z' }, ['neutral', 'Ended', '312 tickets · synced 4 s ago']],
])('a phone %s', (_what, changes, words) => {
  expect(said(changes)).toEqual(words);
});

test.each<[string, Partial<PhoneState>[]]>([
  ['All scans that phones have reported are counted.', [{}]],
  ['Not counted yet: 4 scans on 2 phones.', [{ waiting: 3 }, { waiting: 1 }, {}]],
  [
    'All scans that phones have reported are counted. Not synced: Ana, Ben.',
    [
      { person: 'Ana', lastSeenAt: '2025-09-20T14:31:00Z' },
      { person: 'Ben', lastSeenAt: '2025-09-19T14:31:00Z' },
      {},
    ],
  ],
  [
    'Not counted yet: 1 scan on 1 phone. Not synced: Ana.',
    [{ person: 'Ana', lastSeenAt: '2025-09-20T14:31:00Z', waiting: 1 }],
  ],
  [
    'All scans that phones have reported are counted.',
    [{ lastSeenAt: '2025-09-20T14:00:00Z', endsAt: '2025-09-20T14:32:00Z' }],
  ],
])('the board says: %s', (words, phones) => {
  expect(
    countedWords(
      phones.map((one) => ({ ...phone, ...one })),
      now,
    ),
  ).toBe(words);
});

test('a phone is active until it is revoked or has ended', () => {
  const ends = { revokedAt: null, endsAt: '2025-09-20T14:32:00Z' };
  expect([isWorking(phone, now), isWorking(ends, now)]).toEqual([true, false]);
  expect(isWorking({ ...phone, revokedAt: '2025-09-20T14:00:00Z' }, now)).toBe(false);
});
