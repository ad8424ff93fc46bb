import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Scan, seating, standing, standings, unsettledAdmits } from './standing.ts';

const [FIRST, SECOND] = ['2025-09-19', '2025-09-20'] as const;
const PHONES = ['phone a', 'phone b', null];

/** Random rows from three phones and the desk about one person on two days, with unique ids. */
const someScans = fc
  .array(
    fc.record({
      kind: fc.constantFrom('admit', 'undo', 'settle', 'name'),
      decidedAt: fc.integer({ min: 0, max: 5 }),
      day: fc.constantFrom(FIRST, SECOND),
      device: fc.constantFrom(...PHONES),
      isSupervisor: fc.boolean(),
      refersTo: fc.nat({ max: 9 }),
      outcome: fc.constantFrom('same_person', 'two_people'),
    }),
    { maxLength: 10 },
  )
  .map((rows) =>
    rows.map(({ isSupervisor, refersTo, ...row }, index) => {
      const onPhone = isSupervisor ? 'supervisor' : 'steward';
      return {
        ...row,
        id: `scan ${index}`,
        role: row.device === null ? 'staff' : onPhone,
        refersTo: `scan ${refersTo}`,
        firstName: 'Ada',
        lastName: `Sample ${index}`,
      } as Scan;
    }),
  );

function admit(id: string, decidedAt: number, device: string | null = 'phone a', day: string = FIRST): Scan {
  return { id, kind: 'admit', day, decidedAt, device, role: device ? 'steward' : 'staff' };
}

function undo(id: string, refersTo: string, by: { device: string | null; role: Scan['role'] }): Scan {
  return { id, kind: 'undo', decidedAt: 100, refersTo, ...by };
}

const supervisor = { device: 'phone s', role: 'supervisor' } as const;
const ids = (rows: readonly { id: string }[]) => rows.map((one) => one.id);

describe('the standing from a set of scans (R-DOOR-4)', () => {
  test('the same rows in any order, with any repetition, give the same state', () => {
    fc.assert(
      fc.property(
        someScans.chain((rows) =>
          fc.tuple(
            fc.constant(rows),
            fc.shuffledSubarray(rows, { minLength: rows.length }),
            fc.shuffledSubarray(rows),
          ),
        ),
        fc.integer({ min: 0, max: 3 }),
        ([rows, shuffled, again], freeSeats) => {
          expect(standings([...shuffled, ...again])).toEqual(standings(rows));
          expect(seating([...shuffled, ...again], freeSeats)).toEqual(seating(rows, freeSeats));
        },
      ),
    );
  });

  test('every admission is exactly one of: current, duplicate, settled, undone', () => {
    fc.assert(
      fc.property(someScans, (rows) => {
        const told = standings(rows).flatMap(({ admitted, duplicates, settled, undone }) => [
          ...(admitted ? [admitted] : []),
          ...duplicates,
          ...settled.map((one) => one.admit),
          ...undone.map((one) => one.admit),
        ]);
        expect(ids(told).toSorted()).toEqual(ids(rows.filter((one) => one.kind === 'admit')).toSorted());
      }),
    );
  });

  test('a person with an admission that was not undone is in on its day', () => {
    fc.assert(
      fc.property(someScans, fc.constantFrom(FIRST, SECOND), (rows, day) => {
        const { admitted, undone } = standing(rows, day);
        const admits = rows.filter((one) => one.kind === 'admit' && one.day === day).length;
        expect(admitted !== null).toBe(admits > undone.length);
      }),
    );
  });

  test('the earliest admission counts, whenever it arrives; the id breaks ties', () => {
    const { admitted, duplicates } = standing([admit('c', 20), admit('b', 10), admit('a', 20)], FIRST);
    expect([admitted?.id, ids(duplicates)]).toEqual(['b', ['a', 'c']]);
  });

  test('when the earliest is undone, the next one counts and is no longer a duplicate', () => {
    const rows = [admit('a', 10), admit('b', 20), undo('u', 'a', { device: 'phone a', role: 'steward' })];
    const { admitted, duplicates, undone } = standing(rows, FIRST);
    expect([admitted?.id, ids(duplicates), undone.map(({ admit: one }) => one.id)]).toEqual(['b', [], ['a']]);
  });

  test('a duplicate stays until a supervisor settles it; stewards cannot (R-DOOR-6)', () => {
    const settle = (role: Scan['role']): Scan => ({
      ...supervisor,
      id: 's',
      kind: 'settle',
      decidedAt: 30,
      refersTo: 'b',
      outcome: 'same_person',
      role,
    });
    const rows = [admit('a', 10), admit('b', 20, 'phone b')];
    expect(ids(standing([...rows, settle('steward')], FIRST).duplicates)).toEqual(['b']);
    const { duplicates, settled } = standing([...rows, settle('supervisor')], FIRST);
    expect([ids(duplicates), settled.map((one) => [one.admit.id, one.by.outcome])]).toEqual([
      [],
      [['b', 'same_person']],
    ]);
  });

  test('each day has its own admissions; an undo or settlement follows the one it refers to', () => {
    const rows = [
      ...[admit('a', 10), admit('b', 20), admit('c', 30)],
      ...[admit('d', 1010, 'phone a', SECOND), admit('e', 1020, 'phone a', SECOND)],
    ];
    const about = (id: string, kind: 'undo' | 'settle', refersTo: string) =>
      ({ ...supervisor, id, kind, decidedAt: 1030, refersTo, outcome: 'same_person' }) as Scan;
    expect(
      standings([about('u', 'undo', 'a'), about('s', 'settle', 'c'), ...rows]).map((one) => [
        one.day,
        one.admitted?.id,
        ids(one.duplicates),
      ]),
    ).toEqual([
      [FIRST, 'b', []],
      [SECOND, 'd', ['e']],
    ]);
  });

  test.each([
    ['the phone that admitted', { device: 'phone a', role: 'steward' }, true],
    ["another steward's phone", { device: 'phone b', role: 'steward' }, false],
    ["a supervisor's phone", supervisor, true],
    ['staff at the desk', { device: null, role: 'staff' }, true],
  ] as const)('an admission undone by %s (R-DOOR-6)', (_who, by, counts) => {
    expect(standing([admit('a', 10), undo('u', 'a', by)], FIRST).admitted === null).toBe(counts);
  });
});

describe('names given at the door (R-DOOR-5)', () => {
  const name = (id: string, decidedAt: number): Scan => ({
    id,
    kind: 'name',
    decidedAt,
    device: 'phone a',
    role: 'steward',
    firstName: 'Ada',
    lastName: id,
  });

  test('the earliest names take the free seats; the others are left over', () => {
    const rows = [name('c', 30), name('a', 10), name('b', 20)];
    const { seated, over } = seating(rows, 2);
    expect([ids(seated), ids(over)]).toEqual([['a', 'b'], ['c']]);
    expect(ids(seating(rows, -1).over)).toEqual(['a', 'b', 'c']);
  });

  test('a withdrawn name frees its seat for the next; a settled one is no longer left over', () => {
    const rows = [name('a', 10), name('b', 20), name('c', 30), undo('u', 'a', supervisor)];
    expect(ids(seating(rows, 1).seated)).toEqual(['b']);
    const settle: Scan = {
      ...supervisor,
      id: 's',
      kind: 'settle',
      decidedAt: 40,
      refersTo: 'c',
      outcome: 'two_people',
    };
    const { over, settled } = seating([...rows, settle], 1);
    expect([ids(over), ids(settled)]).toEqual([[], ['c']]);
    expect(ids(seating([...rows, settle], 2).seated)).toEqual(['b', 'c']);
  });

  test('a name settled as given twice takes no seat, even if one is free', () => {
    const repeated = {
      ...{ ...supervisor, id: 's', kind: 'settle', decidedAt: 40, refersTo: 'b' },
      outcome: 'same_person',
    } as Scan;
    const { seated, over, settled } = seating([name('a', 10), name('b', 20), name('c', 30), repeated], 2);
    expect([ids(seated), ids(over), ids(settled)]).toEqual([['a', 'c'], [], ['b']]);
  });
});

test('of some admissions, those stay open that nobody with permission has undone or settled', () => {
  const admits = [admit('a', 10), admit('b', 20), admit('c', 30), admit('d', 40)];
  const settle = (refersTo: string, role: Scan['role']) =>
    ({
      ...{ id: `settles ${refersTo}`, kind: 'settle', decidedAt: 50, device: 'phone b', role, refersTo },
      outcome: 'two_people',
    }) as Scan;
  const rows = [undo('u', 'a', supervisor), settle('b', 'supervisor'), settle('c', 'steward')];
  expect(ids(unsettledAdmits([...admits, ...rows]))).toEqual(['c', 'd']);
});
