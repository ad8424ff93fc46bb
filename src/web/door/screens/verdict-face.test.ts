import { expect, test } from 'vitest';
import type { Person } from '../engine/door-engine.ts';
import { faceOf, hasMoreOfTeam, type Outcome, spoken } from './verdict-face.ts';

const ada: Person = {
  key: { registration: 7 },
  firstName: 'Ada',
  lastName: 'Sample',
  organization: 'Sample School',
  packageLabel: 'Conference',
  track: 'caregivers',
  number: 'DSS000042',
  order: 42,
  shortCode: 'K7QX',
  isTeam: true,
  teamSize: 10,
  teamIn: 4,
  freeSeats: 2,
};
const bert: Person = { ...ada, key: { registration: 8 }, firstName: 'Bert' };
const REPLACED = { at: new Date('2025-09-12T16:00:00Z'), because: 'another_person' } as const;
const AT_8_42 = Date.parse('2025-09-20T14:42:00Z');

test.each<[string, Outcome]>([
  [
    'Admitted. Ada Sample. Conference · Caregivers. Sample School, team of 10 · 5 inside.',
    { kind: 'admitted', people: [ada], team: 'Sample School, team of 10 · 5 inside' },
  ],
  [
    'Admitted. 2 people. Ada Sample, Bert Sample. Conference · Caregivers.',
    { kind: 'admitted', people: [ada, bert], team: null },
  ],
  [
    'Already admitted. Ada Sample. At 8:42, Main entrance, by Maria.',
    {
      kind: 'already_in',
      person: ada,
      at: AT_8_42,
      door: 'Main entrance',
      by: 'Maria',
      isOwn: false,
      scan: 's',
      others: [],
    },
  ],
  [
    'Already admitted. Ada Sample. At 8:42, by the help desk.',
    {
      kind: 'already_in',
      person: ada,
      at: AT_8_42,
      door: null,
      by: 'the help desk',
      isOwn: false,
      scan: 's',
      others: [],
    },
  ],
  [
    'Already admitted. Ada Sample. At 8:42, by this phone.',
    {
      kind: 'already_in',
      person: ada,
      at: AT_8_42,
      door: 'Garage',
      by: 'Jo',
      isOwn: true,
      scan: 's',
      others: [],
    },
  ],
  [
    'Wrong day. Ada Sample. This ticket is for September 19. Send the guest to the help desk.',
    { kind: 'wrong_day', person: ada, validOn: ['2025-09-19'] },
  ],
  [
    'Refunded. Ada Sample. This ticket was refunded. Send the guest to the help desk.',
    { kind: 'not_paid', person: ada, paymentStatus: 'refunded' },
  ],
  [
    'Payment under review. Ada Sample. The payment for this order is under review. Please send the guest to the help desk.',
    { kind: 'not_paid', person: ada, paymentStatus: 'review' },
  ],
  [
    'Canceled. Ada Sample. This order was canceled. Send the guest to the help desk.',
    { kind: 'not_paid', person: ada, paymentStatus: 'cancelled' },
  ],
  [
    'Canceled. Ada Sample. This ticket was canceled. Send the guest to the help desk.',
    { kind: 'not_paid', person: ada, paymentStatus: 'voided' },
  ],
  [
    'Not paid. Ada Sample. This ticket has not been paid for yet. Send the guest to the help desk.',
    { kind: 'not_paid', person: ada, paymentStatus: 'pending' },
  ],
  [
    'Old ticket. This ticket was replaced on September 12. Please send the guest to the help desk.',
    { kind: 'replaced', person: ada, ...REPLACED },
  ],
  [
    'Old ticket. This ticket was returned on September 12. Please send the guest to the help desk.',
    { kind: 'replaced', person: ada, ...REPLACED, because: 'returned' },
  ],
  [
    'Not on this phone’s list. Last synced at 8:42. Send the guest to the help desk.',
    { kind: 'unknown', syncedAt: AT_8_42, today: '2025-09-20', wasAsked: false },
  ],
  [
    'Not on this phone’s list. Last synced on September 20 at 8:42. Send the guest to the help desk.',
    { kind: 'unknown', syncedAt: AT_8_42, today: '2025-09-21', wasAsked: false },
  ],
  [
    'Not on this phone’s list. The server does not know this code either. Send the guest to the help desk.',
    { kind: 'unknown', syncedAt: AT_8_42, today: '2025-09-20', wasAsked: true },
  ],
  [
    'Ticket removed. This ticket was removed from its order. Please send the guest to the help desk.',
    { kind: 'unknown', syncedAt: AT_8_42, today: '2025-09-20', wasAsked: true, isRemoved: true },
  ],
  [
    'Not admitted. Something went wrong, and nothing was stored. Please scan again.',
    { kind: 'failed', because: 'not_admitted' },
  ],
  [
    'Not admitted. The name on this ticket has just changed. Please scan it again.',
    { kind: 'failed', because: 'changed' },
  ],
  ['Admitted. Sam Practice. A practice ticket. It does not count.', { kind: 'practice', of: 'admit' }],
  [
    'Practice ticket. It admits no one. Ask for the real ticket. To practice, turn on Practice under More.',
    { kind: 'practice_ticket' },
  ],
])('a verdict says: %s', (words, outcome) => {
  expect(spoken(faceOf(outcome))).toBe(words);
});

test('all verdicts have different icons, and no refusal sounds like an admission', () => {
  const outcomes: Outcome[] = [
    { kind: 'admitted', people: [ada], team: null },
    {
      kind: 'already_in',
      person: ada,
      at: AT_8_42,
      door: null,
      by: 'Jo',
      isOwn: true,
      scan: 's',
      others: [],
    },
    { kind: 'wrong_day', person: ada, validOn: ['2025-09-19'] },
    { kind: 'not_paid', person: ada, paymentStatus: 'refunded' },
    { kind: 'replaced', person: ada, ...REPLACED },
    { kind: 'unknown', syncedAt: null, today: '2025-09-20', wasAsked: false },
    { kind: 'practice_ticket' },
    { kind: 'failed', because: 'not_admitted' },
  ];
  const faces = outcomes.map(faceOf);
  expect(new Set(faces.map(({ sign }) => sign)).size).toBe(outcomes.length);
  expect(faces.map(({ look, signal }) => `${look} ${signal}`)).toEqual([
    'go ok',
    'stop used',
    'stop bad',
    'stop bad',
    'stop bad',
    'stop bad',
    'stop bad',
    'failed bad',
  ]);
});

test.each(['admit', 'already_in', 'wrong_day', 'not_paid', 'replaced', 'unknown'] as const)(
  'a practice ticket %s looks and sounds like a real one',
  (of) => {
    const real: Record<typeof of, Outcome> = {
      admit: { kind: 'admitted', people: [ada], team: null },
      already_in: {
        kind: 'already_in',
        person: ada,
        at: AT_8_42,
        door: null,
        by: 'Jo',
        isOwn: false,
        scan: 's',
        others: [],
      },
      wrong_day: { kind: 'wrong_day', person: ada, validOn: ['2025-09-19'] },
      not_paid: { kind: 'not_paid', person: ada, paymentStatus: 'pending' },
      replaced: { kind: 'replaced', person: ada, ...REPLACED },
      unknown: { kind: 'unknown', syncedAt: null, today: '2025-09-20', wasAsked: false },
    };
    const appearance = ({ look, sign, signal, headline, name }: ReturnType<typeof faceOf>) => [
      look,
      sign,
      signal,
      headline,
      name !== null,
    ];
    expect(appearance(faceOf({ kind: 'practice', of }))).toEqual(appearance(faceOf(real[of])));
  },
);

test.each([
  ['nobody else is left', { teamSize: 10, teamIn: 9 }, false, false],
  ['one other is left', { teamSize: 10, teamIn: 8 }, false, true],
  ['everybody is in', { teamSize: 10, teamIn: 10 }, true, false],
  ['the scanned person is in and another is not', { teamSize: 10, teamIn: 9 }, true, true],
  ['it is no team', { isTeam: false, teamSize: 1, teamIn: 0 }, false, false],
])('where %s, the volunteer is asked only if there is a choice', (_, team, isIn, isAsked) => {
  expect(hasMoreOfTeam({ ...ada, ...team }, isIn)).toBe(isAsked);
});
