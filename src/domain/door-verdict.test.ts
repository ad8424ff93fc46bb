import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleEvent as event } from '#test/sample-event.ts';
import {
  type KeptOrder,
  type OwnRow,
  othersAtDoor,
  peopleAtDoor,
  standingAtDoor,
  verdictAtDoor,
} from './door-verdict.ts';
import { type Scan, standing, standings } from './standing.ts';

const [TRAINING, CONFERENCE] = ['2025-09-19', '2025-09-20'] as const;
const AT = Date.parse('2025-09-20T14:05:00Z');

const ada = {
  registration: 1,
  seat: null,
  firstName: 'Ada',
  lastName: 'Sample',
  track: null,
  shortCode: 'AB23',
  isVoided: false,
  days: [],
};
const order: KeptOrder = {
  order: 7,
  eventType: 'conference',
  paymentStatus: 'completed',
  freeSeats: 1,
  over: [],
  tickets: [ada],
};

function own(id: string, kind: OwnRow['kind'], more: Partial<OwnRow> = {}): OwnRow {
  return {
    id,
    kind,
    decidedAt: AT,
    device: 'phone a',
    role: 'steward',
    day: CONFERENCE,
    door: 'Garage',
    by: 'Maria',
    ...more,
  } as OwnRow;
}

const elsewhere = {
  day: CONFERENCE,
  admitted: {
    id: 'b1',
    at: '2025-09-20T14:00:00.000Z',
    door: 'Main entrance',
    by: 'Luis',
    device: 'phone b',
  },
  duplicates: [],
};

const REPLACED = { at: new Date('2025-09-12T10:00:00Z'), because: 'another_person' } as const;

const verdict = (more: Partial<Parameters<typeof verdictAtDoor>[1]> = {}, today: string = CONFERENCE) =>
  verdictAtDoor(event, { order, person: ada, replaced: null, own: [], ...more }, today);

describe('a phone decides from its copy and its own rows (R-DOOR-8)', () => {
  test('a valid ticket is admitted', () => expect(verdict()).toEqual({ kind: 'admit' }));

  test('somebody whom this phone admitted is already in, although the copy does not say so yet', () => {
    expect(verdict({ own: [own('a1', 'admit')] })).toMatchObject({
      kind: 'already_in',
      admit: { id: 'a1', decidedAt: AT, door: 'Garage', by: 'Maria', device: 'phone a' },
    });
  });

  test('somebody whom another door admitted is already in', () => {
    expect(verdict({ person: { ...ada, days: [elsewhere] } })).toMatchObject({
      kind: 'already_in',
      admit: { id: 'b1', decidedAt: Date.parse(elsewhere.admitted.at), door: 'Main entrance', by: 'Luis' },
    });
  });

  test('an admission that this phone undid no longer counts', () => {
    const rows = [own('a1', 'admit'), own('a2', 'undo', { refersTo: 'a1' })];
    expect(verdict({ own: rows })).toEqual({ kind: 'admit' });
  });

  test('an admission on another day counts only for that day', () => {
    const both = { ...order, eventType: 'both' as const };
    const rows = [own('a1', 'admit', { day: TRAINING })];
    expect([TRAINING, CONFERENCE].map((day) => verdict({ order: both, own: rows }, day).kind)).toEqual([
      'already_in',
      'admit',
    ]);
  });

  test.each([
    ['a ticket for another day', {}, TRAINING, { kind: 'wrong_day', validOn: [CONFERENCE] }],
    ['a replaced code', { replaced: REPLACED }, CONFERENCE, { kind: 'replaced', ...REPLACED }],
    [
      'an order that is not paid',
      { order: { ...order, paymentStatus: 'pending' as const } },
      CONFERENCE,
      { kind: 'not_paid', paymentStatus: 'pending' },
    ],
    [
      'a ticket canceled by itself',
      { person: { ...ada, isVoided: true } },
      CONFERENCE,
      { kind: 'not_paid', paymentStatus: 'voided' },
    ],
    [
      'a ticket refunded with its order',
      { person: { ...ada, isVoided: true }, order: { ...order, paymentStatus: 'refunded' as const } },
      CONFERENCE,
      { kind: 'not_paid', paymentStatus: 'refunded' },
    ],
  ])('%s is refused', (_, more, today, expected) => {
    expect(verdict(more, today)).toEqual(expected);
  });
});

test('the phone sees what the server will see once it has the rows', () => {
  const someRows = fc.array(
    fc.record({
      kind: fc.constantFrom('admit', 'undo', 'settle'),
      day: fc.constantFrom(TRAINING, CONFERENCE),
      decidedAt: fc.integer({ min: 0, max: 5 }),
      device: fc.constantFrom('phone a', 'phone b'),
      role: fc.constantFrom('steward', 'supervisor'),
      refersTo: fc.nat({ max: 9 }),
    }),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(someRows, fc.nat({ max: 10 }), (rows, uploaded) => {
      const log = rows.map(
        (row, at) =>
          ({ ...row, id: `scan ${at}`, refersTo: `scan ${row.refersTo}`, door: null, by: '' }) as OwnRow,
      );
      const stored = log.filter((row, at) => at < uploaded || row.device === 'phone b');
      const waiting = log.filter((row) => !stored.includes(row));
      const view = (one: { id: string; decidedAt: number }) => ({
        id: one.id,
        at: new Date(one.decidedAt).toISOString(),
        door: null,
        by: '',
        device: (one as OwnRow).device,
      });
      const days = standings<OwnRow>(stored as (Scan & OwnRow)[]).map((kept) => ({
        day: kept.day,
        admitted: kept.admitted && view(kept.admitted),
        duplicates: kept.duplicates.map(view),
        settledAdmits: kept.settled.map((one) => view(one.admit)),
      }));
      const expected = standing(log, CONFERENCE);
      // The copy doesn't have undos and settlements of admissions that it didn't have, or that counted, when it was fetched.
      const isJudgedElsewhere = (id: string, kinds: string[]) =>
        stored.some((row) => kinds.includes(row.kind) && (row as { refersTo: string }).refersTo === id);
      fc.pre(!waiting.some((one) => one.kind === 'admit' && isJudgedElsewhere(one.id, ['undo', 'settle'])));
      fc.pre(!days.some((one) => one.admitted && isJudgedElsewhere(one.admitted.id, ['settle'])));
      const seen = standingAtDoor({ days }, waiting, CONFERENCE);
      expect([seen.admitted?.id, seen.duplicates.map((one) => one.id)]).toEqual([
        expected.admitted?.id,
        expected.duplicates.map((one) => one.id),
      ]);
    }),
  );
});

test('an undo covers all other admissions of the day, settled by the server or on this phone, until they are undone (R-DOOR-6)', () => {
  const duplicate = { ...elsewhere.admitted, id: 'c1', at: '2025-09-20T14:01:00.000Z' };
  const settled = { ...elsewhere.admitted, id: 'd1', at: '2025-09-20T14:02:00.000Z' };
  const days = [{ ...elsewhere, duplicates: [duplicate], settledAdmits: [settled] }];
  const others = (...rows: OwnRow[]) => othersAtDoor({ days }, rows, CONFERENCE);
  const settle = own('a1', 'settle', { role: 'supervisor', refersTo: 'c1' } as Partial<OwnRow>);
  expect([others(), others(settle)]).toEqual([
    ['c1', 'd1'],
    ['c1', 'd1'],
  ]);
  const undo = (refersTo: string) =>
    own(`undo ${refersTo}`, 'undo', { role: 'supervisor', refersTo } as Partial<OwnRow>);
  expect(others(undo('d1'))).toEqual(['c1']);
  expect(others(undo('c1'), undo('d1'))).toEqual([]);
});

test('after an undo of the first admission, a settled one counts, so nobody gets in twice', () => {
  const settled = { ...elsewhere.admitted, id: 'd1', at: '2025-09-20T14:02:00.000Z' };
  const person = { ...ada, days: [{ ...elsewhere, settledAdmits: [settled] }] };
  const undo = own('u1', 'undo', { role: 'supervisor', refersTo: elsewhere.admitted.id } as Partial<OwnRow>);
  expect(verdict({ person, own: [undo] })).toMatchObject({ kind: 'already_in', admit: { id: 'd1' } });
});

describe('a name given at the door (R-DOOR-5)', () => {
  const name = (id: string, firstName: string, more = {}) =>
    own(id, 'name', { firstName, lastName: 'Sample', ...more } as Partial<OwnRow>);
  const seen = (kept: KeptOrder, rows: OwnRow[]) => {
    const { people, freeSeats } = peopleAtDoor(kept, rows);
    return [people.map((one) => [one.firstName, one.seat, one.isExcess]), freeSeats];
  };
  const bo = { ...ada, registration: 2, seat: 'n1', firstName: 'Bo' };

  test('takes a free seat', () => {
    expect(seen(order, [name('n1', 'Bo')])).toEqual([
      [
        ['Ada', null, false],
        ['Bo', 'n1', false],
      ],
      0,
    ]);
  });
  test('beyond the free seats is shown without a seat', () => {
    const rows = [name('n1', 'Bo'), name('n2', 'Cy', { decidedAt: AT + 1 })];
    expect(seen(order, rows)).toEqual([
      [
        ['Ada', null, false],
        ['Bo', 'n1', false],
        ['Cy', 'n2', true],
      ],
      0,
    ]);
  });
  test('appears only once when the copy has it too', () => {
    const kept = { ...order, freeSeats: 0, tickets: [ada, bo] };
    expect(seen(kept, [name('n1', 'Bo')])).toEqual([
      [
        ['Ada', null, false],
        ['Bo', 'n1', false],
      ],
      0,
    ]);
    expect(peopleAtDoor(kept, [name('n1', 'Bo')]).people[1]).toMatchObject({
      registration: 2,
      shortCode: 'AB23',
    });
  });
  test('that has no seat in the copy gets none here', () => {
    const cy = { seat: 'n0', firstName: 'Cy', lastName: 'Sample' };
    const kept = { ...order, freeSeats: 0, tickets: [ada, bo], over: [cy] };
    const seated = [
      ['Ada', null, false],
      ['Bo', 'n1', false],
      ['Cy', 'n0', true],
    ];
    for (const given of ['n0', 'n1'])
      expect(seen(kept, [name(given, given === 'n0' ? 'Cy' : 'Bo')])).toEqual([seated, 0]);
  });
  test('that has no seat in the copy is known to be inside, if the copy says so', () => {
    const cy = { seat: 'n0', firstName: 'Cy', lastName: 'Sample', days: [elsewhere] };
    for (const rows of [[], [name('n1', 'Bo')]]) {
      const { people } = peopleAtDoor({ ...order, freeSeats: 0, tickets: [ada, bo], over: [cy] }, rows);
      const person = people.find(({ seat }) => seat === 'n0')!;
      const verdict = verdictAtDoor(event, { order, person, replaced: null, own: [] }, CONFERENCE);
      expect([person.isExcess, verdict]).toMatchObject([true, { kind: 'already_in', admit: { id: 'b1' } }]);
    }
  });
  test('frees its seat when it is withdrawn', () => {
    const kept = { ...order, freeSeats: 0, tickets: [ada, bo] };
    const rows = [name('n1', 'Bo'), own('u1', 'undo', { refersTo: 'n1', role: 'supervisor' })];
    expect(seen(kept, rows)).toEqual([[['Ada', null, false]], 1]);
    expect(seen(order, [...rows])).toEqual([[['Ada', null, false]], 1]);
    const byThisSteward = [name('n1', 'Bo'), own('u1', 'undo', { refersTo: 'n1' } as Partial<OwnRow>)];
    expect(seen(kept, byThisSteward)).toEqual([[['Ada', null, false]], 1]);
  });
  test('frees no seat when its ticket was canceled', () => {
    const kept = { ...order, tickets: [ada, { ...bo, isVoided: true }] };
    const rows = [name('n1', 'Bo'), own('u1', 'undo', { refersTo: 'n1' } as Partial<OwnRow>)];
    const people = [
      ['Ada', null, false],
      ['Bo', 'n1', false],
    ];
    expect(seen(kept, rows)).toEqual([people, 1]);
    expect(seen(kept, [...rows, name('n2', 'Cy')])).toEqual([[...people, ['Cy', 'n2', false]], 0]);
  });
  test('that has no seat is gone once it is settled here', () => {
    const kept = { ...order, freeSeats: 0, over: [{ seat: 'n1', firstName: 'Bo', lastName: 'Sample' }] };
    expect(seen(kept, [])).toEqual([
      [
        ['Ada', null, false],
        ['Bo', 'n1', true],
      ],
      0,
    ]);
    const settled = own('s1', 'settle', {
      refersTo: 'n1',
      outcome: 'two_people',
      role: 'supervisor',
    } as Partial<OwnRow>);
    expect(seen(kept, [settled])).toEqual([[['Ada', null, false]], 0]);
  });
});

test('a person with a seat keeps it before one without, whatever their names’ ids (R-DOOR-5)', () => {
  const cy = { ...ada, registration: 3, seat: 'n2', firstName: 'Cy' };
  const kept = {
    ...order,
    freeSeats: 0,
    tickets: [ada, cy],
    over: [{ seat: 'n1', firstName: 'Bo', lastName: 'Sample' }],
  };
  const { people } = peopleAtDoor(kept, [own('u1', 'undo', { refersTo: 'somebody else', seat: 'n9' })]);
  expect(people.map(({ firstName, isExcess }) => [firstName, isExcess])).toEqual([
    ['Ada', false],
    ['Cy', false],
    ['Bo', true],
  ]);
});
