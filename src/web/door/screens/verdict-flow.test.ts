import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Signal } from '../../scanning/signals.ts';
import type { DoorEngine, DoorState, DoorVerdict, Person, Team } from '../engine/engine.ts';
import { isViewOver, type View } from './use-views.ts';
import { createVerdictFlow, isSameKey, type VerdictFlow } from './verdict-flow.ts';

const ada: Person = {
  key: { registration: 7 },
  firstName: 'Ada',
  lastName: 'Sample',
  organization: null,
  packageLabel: 'Conference',
  track: null,
  number: 'DSS000042',
  order: 42,
  shortCode: 'K7QX',
  isTeam: false,
  teamSize: 1,
  teamIn: 0,
  freeSeats: 0,
};
const bert = { ...ada, key: { registration: 8 }, firstName: 'Bert' };
const team = { organization: 'Sample School', isTeam: true, teamSize: 5, teamIn: 1 };
const cleo = { ...ada, ...team, key: { registration: 9 }, firstName: 'Cleo' };
const dora = { ...ada, ...team, key: { registration: 10 }, firstName: 'Dora' };

const VERDICTS: Record<string, DoorVerdict> = {
  ADA: { kind: 'admit', person: ada },
  BERT: { kind: 'admit', person: bert },
  CLEO: { kind: 'admit', person: cleo },
  LAST: { kind: 'admit', person: { ...cleo, teamIn: 4 } },
  IN: { kind: 'already_in', person: dora, at: 0, door: null, by: 'Jo', isOwn: false, scan: 'theirs' },
  MINE: { kind: 'already_in', person: ada, at: 0, door: null, by: 'Jo', isOwn: true, scan: 'mine' },
  NOBODY: { kind: 'unknown', syncedAt: null, wasAsked: true },
};

let verdicts: typeof VERDICTS;
let calls: string[];
let signals: Signal[];
let flow: VerdictFlow;
let engine: DoorEngine;
/** The next admission's error. */
let failure: Error | null;
let role: 'steward' | 'supervisor';
let practice: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  verdicts = { ...VERDICTS };
  calls = [];
  signals = [];
  failure = null;
  role = 'steward';
  practice = false;
  const known: Partial<DoorEngine> = {
    state: () => ({ practice, phone: { role } }) as DoorState,
    judge: async (text: string) => verdicts[text]!,
    judgePerson: () => verdicts.ADA!,
    admit: async (keys, method) => {
      if (failure) throw failure;
      calls.push(`admit ${JSON.stringify(keys)} ${method}`);
      return keys.map((key) => `scan of ${'seat' in key ? key.seat : key.registration}`);
    },
    undo: async (id: string) => void calls.push(`undo ${id}`),
    team: () => ({ organization: 'Sample School', number: 'DSS000042', size: 5, in: 2 }) as Team,
  };
  engine = known as DoorEngine;
  flow = createVerdictFlow(engine, (signal) => signals.push(signal));
});
afterEach(() => vi.useRealTimers());

/** After this long, a code counts as new. */
const OUT_OF_VIEW_MS = 2_500;

/** The ticket stays in front of the camera for four seconds. */
async function keepSeeing(code: string): Promise<void> {
  for (let frame = 0; frame < 100; frame += 1) {
    flow.seeCode(code);
    await vi.advanceTimersByTimeAsync(40);
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const headline = () => flow.state().shown?.face.headline ?? null;
const isOver = (view: View) => {
  const { shown, question } = flow.state();
  return isViewOver(view, shown, question && engine.team(question.person.order));
};

test('a valid ticket is stored before the screen turns green, for 1.2 seconds', async () => {
  const admit = engine.admit;
  const seen: unknown[] = [];
  engine.admit = async (...given) => {
    seen.push(flow.state().shown);
    return admit(...given);
  };
  flow.seeCode('ADA');
  await settle();
  expect(seen).toEqual([null]);
  expect(calls).toEqual(['admit [{"registration":7}] qr_scan']);
  expect([headline(), signals, flow.state().said?.text]).toEqual([
    'Admitted',
    ['ok'],
    'Admitted. Ada Sample. Conference.',
  ]);
  await vi.advanceTimersByTimeAsync(1_199);
  expect(headline()).toBe('Admitted');
  await vi.advanceTimersByTimeAsync(1);
  expect(headline()).toBeNull();
});

test('the camera keeps scanning during a refusal, but not during a question', async () => {
  flow.seeCode('NOBODY');
  await settle();
  const busy = [flow.isBusy()];
  flow.seeCode('CLEO');
  await settle();
  expect([...busy, flow.isBusy()]).toEqual([false, true]);
});

test('a refusal stays until the next ticket; a code still in view is not judged again', async () => {
  flow.seeCode('NOBODY');
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([headline(), signals]).toEqual(["Not on this phone's list", ['bad']]);
  for (let frame = 0; frame < 100; frame += 1) {
    await vi.advanceTimersByTimeAsync(40);
    if (frame > 0) flow.seeCode('NOBODY');
  }
  // Regression: after a minute, it once counted as new.
  expect(signals).toEqual(['bad', 'bad']);
  flow.seeCode('ADA');
  await settle();
  expect(headline()).toBe('Admitted');
});

test('a ticket still in view after its question and its green screen is not judged again', async () => {
  flow.seeCode('CLEO');
  await settle();
  await vi.advanceTimersByTimeAsync(5_000);
  void flow.admit([cleo]);
  await settle();
  await vi.advanceTimersByTimeAsync(1_200);
  // She is in now: judging her again would say so, with an alarm.
  verdicts.CLEO = verdicts.IN!;
  await keepSeeing('CLEO');
  expect([headline(), signals]).toEqual([null, ['ok']]);
});

test('a ticket still in view after a slow lookup and its green screen is not judged again', async () => {
  engine.judge = async (text) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return verdicts[text]!;
  };
  flow.seeCode('ADA');
  await vi.advanceTimersByTimeAsync(2_700);
  flow.seeCode('ADA');
  await vi.advanceTimersByTimeAsync(1_500);
  expect([headline(), calls]).toEqual([null, ['admit [{"registration":7}] qr_scan']]);
});

test('a ticket still in view is not judged again after its question was answered too late', async () => {
  flow.seeCode('CLEO');
  await settle();
  await vi.advanceTimersByTimeAsync(5_000);
  engine.judgePerson = () => verdicts.IN!;
  void flow.admit([cleo]);
  await settle();
  flow.seeCode('CLEO');
  await settle();
  expect([headline(), signals]).toEqual(['Already admitted', ['used']]);
});

test.each([
  ['question', 'CLEO', 'Back', () => flow.dismissQuestion()],
  ['question', 'CLEO', 'Escape', () => flow.dismiss()],
  ['green screen after a slow lookup', 'ADA', 'Escape', () => flow.dismiss()],
])('a ticket still in view after its %s is not judged again: %s, %s', async (_, code, _key, leave) => {
  engine.judge = async (text) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return verdicts[text]!;
  };
  flow.seeCode(code);
  await vi.advanceTimersByTimeAsync(1_500);
  await vi.advanceTimersByTimeAsync(1_100);
  const judge = vi.spyOn(engine, 'judge');
  leave();
  await keepSeeing(code);
  expect([judge.mock.calls, flow.state().question, headline()]).toEqual([[], null, null]);
  await vi.advanceTimersByTimeAsync(OUT_OF_VIEW_MS);
  flow.seeCode(code);
  expect(flow.isBusy()).toBe(true);
});

test('from a scan to the end of its green screen, the camera takes no other ticket', async () => {
  const busy = [flow.isBusy()];
  flow.seeCode('ADA');
  busy.push(flow.isBusy());
  await settle();
  flow.seeCode('BERT');
  await settle();
  busy.push(flow.isBusy());
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_200);
  expect([...busy, flow.isBusy()]).toEqual([false, true, true, false]);
  flow.seeCode('BERT');
  await settle();
  expect(calls).toHaveLength(2);
});

test('codes from a fast handheld scanner are processed in order', async () => {
  const { judge } = engine;
  engine.judge = async (text) => {
    if (text === 'ADA') await new Promise((resolve) => setTimeout(resolve, 100));
    return judge(text);
  };
  flow.typeCode('ADA');
  flow.typeCode('BERT');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toEqual(['admit [{"registration":7}] qr_scan', 'admit [{"registration":8}] qr_scan']);
  expect(flow.state().shown?.face.name).toBe('Bert Sample');
});

test('only a slow lookup shows that the code is being checked', async () => {
  engine.judge = () => new Promise((resolve) => setTimeout(() => resolve(verdicts.NOBODY!), 1_500));
  flow.seeCode('NOBODY');
  await vi.advanceTimersByTimeAsync(149);
  expect(flow.state().isChecking).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(flow.state().isChecking).toBe(true);
  await vi.advanceTimersByTimeAsync(1_350);
  expect([flow.state().isChecking, headline()]).toEqual([false, "Not on this phone's list"]);
});

test("a team's ticket is a question, and the rest of the team comes along", async () => {
  flow.seeCode('CLEO');
  await settle();
  expect([calls, flow.state().question?.person.firstName]).toEqual([[], 'Cleo']);
  // In any order: the scanned person keeps the code's method.
  void flow.admit([dora, cleo]);
  await settle();
  expect(calls).toEqual(['admit [{"registration":9}] qr_scan', 'admit [{"registration":10}] party']);
  expect(flow.state().said?.text).toBe(
    'Admitted. 2 people. Cleo Sample, Dora Sample. Conference. Sample School, team of 5 · 2 inside.',
  );
});

test('others of a team can be admitted without the scanned person', async () => {
  flow.seeCode('CLEO');
  await settle();
  void flow.admit([dora]);
  await settle();
  expect(calls).toEqual(['admit [{"registration":10}] party']);
});

test('the last person of a team is admitted without a question', async () => {
  flow.seeCode('LAST');
  await settle();
  expect([calls.length, flow.state().question]).toEqual([1, null]);
});

test('somebody already admitted can bring in others of the team', async () => {
  flow.seeCode('IN');
  await settle();
  expect([headline(), signals]).toEqual(['Already admitted', ['used']]);
  flow.askAboutTeam(flow.state().shown!.team!);
  expect([flow.state().question?.isIn, headline()]).toEqual([true, null]);
});

test('a handheld scan during a question is refused with a hint', async () => {
  flow.seeCode('CLEO');
  await settle();
  flow.typeCode('ADA');
  await settle();
  expect([calls, signals, flow.state().question?.isPressing]).toEqual([[], ['bad'], true]);
});

test('a handheld scan that waited for its turn does not replace the question, and can be repeated at once', async () => {
  const { judge } = engine;
  engine.judge = async (text) => {
    if (text === 'CLEO') await new Promise((resolve) => setTimeout(resolve, 1_500));
    return judge(text);
  };
  flow.typeCode('CLEO');
  flow.typeCode('ADA');
  await vi.advanceTimersByTimeAsync(1_500);
  const { question, shown, said } = flow.state();
  expect([question?.person.firstName, question?.isPressing, shown]).toEqual(['Cleo', true, null]);
  expect([calls, signals, said?.text]).toEqual([
    [],
    ['bad'],
    'Answer the question first. The new ticket was ignored.',
  ]);
  void flow.admit([cleo]);
  await settle();
  flow.typeCode('ADA');
  await settle();
  expect(calls).toEqual(['admit [{"registration":9}] qr_scan', 'admit [{"registration":7}] qr_scan']);
});

test.each([
  ['a code whose lookup', () => flow.seeCode('BERT')],
  ['a name whose turn', () => flow.choose(bert.key)],
])('%s comes after the question does not replace it either', async (_, next) => {
  flow.seeCode('IN');
  await settle();
  void next();
  flow.askAboutTeam(dora);
  await settle();
  expect([flow.state().question?.isPressing, headline(), calls, signals]).toEqual([
    true,
    null,
    [],
    ['used', 'bad'],
  ]);
});

test('the last admission can be undone for ten seconds, and its ticket is valid again after it was out of view', async () => {
  flow.seeCode('ADA');
  await settle();
  void flow.undoLast();
  await settle();
  expect(calls.at(-1)).toBe('undo scan of 7');
  expect([headline(), flow.state().last?.isUndone, flow.state().said?.text]).toEqual([
    null,
    true,
    'Undone: Ada Sample',
  ]);
  // It may still be where it was.
  await keepSeeing('ADA');
  expect([headline(), calls.at(-1)]).toEqual([null, 'undo scan of 7']);
  await vi.advanceTimersByTimeAsync(OUT_OF_VIEW_MS);
  flow.seeCode('ADA');
  await settle();
  expect(headline()).toBe('Admitted');

  await vi.advanceTimersByTimeAsync(9_999);
  expect(flow.state().last?.label).toBe('Ada Sample');
  await vi.advanceTimersByTimeAsync(1);
  expect(flow.state().last).toBeNull();
});

test('a ticket that left the view before the undo is valid at once', async () => {
  flow.seeCode('ADA');
  await vi.advanceTimersByTimeAsync(1_200 + OUT_OF_VIEW_MS);
  void flow.undoLast();
  await settle();
  flow.seeCode('ADA');
  await settle();
  expect(headline()).toBe('Admitted');
});

test('after an undo, a handheld scanner can read the ticket again at once', async () => {
  flow.typeCode('ADA');
  await settle();
  void flow.undoLast();
  await settle();
  flow.typeCode('ADA');
  await settle();
  expect(headline()).toBe('Admitted');
});

test('undoing the admission of somebody already admitted does not admit the ticket still in view', async () => {
  flow.seeCode('MINE');
  await settle();
  verdicts.MINE = VERDICTS.ADA!;
  void flow.undoShown();
  await settle();
  await keepSeeing('MINE');
  expect([headline(), calls]).toEqual([null, ['undo mine']]);
  await vi.advanceTimersByTimeAsync(OUT_OF_VIEW_MS);
  flow.seeCode('MINE');
  await settle();
  expect(headline()).toBe('Admitted');
});

test('undoing a group undoes each of its admissions; the ticket still in view is not asked about again', async () => {
  flow.seeCode('CLEO');
  await vi.advanceTimersByTimeAsync(5_000);
  void flow.admit([cleo, dora]);
  await settle();
  void flow.undoLast();
  await settle();
  await keepSeeing('CLEO');
  expect(calls.slice(2)).toEqual(['undo scan of 9', 'undo scan of 10']);
  expect(flow.state().question).toBeNull();
});

test('a person admitted at another door during the question is not admitted again', async () => {
  flow.seeCode('CLEO');
  await settle();
  engine.judgePerson = () => verdicts.IN!;
  void flow.admit([cleo]);
  await settle();
  expect([headline(), flow.state().last, calls]).toEqual(['Already admitted', null, []]);
});

test.each([
  ['stored', () => {}],
  ['too late', () => (engine.judgePerson = () => verdicts.IN!)],
  ['not stored', () => (failure = new Error('full'))],
])("a team's screen stays open until its answer is %s", async (_, prepare) => {
  flow.seeCode('CLEO');
  await settle();
  expect(isOver('team')).toBe(false);
  prepare();
  void flow.admit([cleo]);
  await settle();
  expect(isOver('team')).toBe(true);
  // Nothing would be left to show on it.
  flow.dismiss();
  expect(isOver('team')).toBe(true);
});

test("a team's screen closes when its order leaves the list", async () => {
  flow.seeCode('CLEO');
  await settle();
  engine.team = () => null;
  expect(isOver('team')).toBe(true);
});

test('a refusal leaves the search open', async () => {
  engine.judgePerson = () => verdicts.IN!;
  void flow.choose(dora.key);
  await settle();
  expect([headline(), isOver('find')]).toEqual(['Already admitted', false]);
});

test('of a team, somebody whom another door has admitted is not shown as admitted here; the others are in', async () => {
  flow.seeCode('CLEO');
  await settle();
  engine.judgePerson = (key) => (isSameKey(key, dora.key) ? verdicts.IN! : verdicts.ADA!);
  void flow.admit([cleo, dora]);
  await settle();
  expect(calls).toEqual(['admit [{"registration":9}] qr_scan']);
  expect([headline(), signals, flow.state().last?.label]).toEqual([
    'Already admitted',
    ['used'],
    'Cleo Sample',
  ]);
});

test.each([
  ['a steward does not undo what another phone did', 'steward', 'IN', []],
  ['a steward undoes what this phone did', 'steward', 'MINE', ['undo mine']],
  ['a supervisor undoes what another phone did', 'supervisor', 'IN', ['undo theirs']],
] as const)('%s', async (_, asRole, code, undone) => {
  role = asRole;
  flow.seeCode(code);
  await settle();
  void flow.undoShown();
  await settle();
  expect(calls).toEqual(undone);
  expect(headline()).toBe(undone.length > 0 ? null : 'Already admitted');
});

test('in practice mode, real admissions are not undone; those of practice are', async () => {
  flow.seeCode('ADA');
  await settle();
  practice = true;
  void flow.undoLast();
  await settle();
  flow.typeCode('MINE');
  await settle();
  expect(flow.state().shown).toMatchObject({ isPractice: true, undoable: null });
  flow.typeCode('BERT');
  await settle();
  void flow.undoLast();
  await settle();
  expect(calls.slice(1)).toEqual(['admit [{"registration":8}] qr_scan', 'undo scan of 8']);
});

test('a failed admission never turns green, and the next one can succeed', async () => {
  failure = new Error('This person is not in the copy.');
  flow.seeCode('ADA');
  await settle();
  expect([flow.state().shown?.face.look, signals, flow.state().last]).toEqual(['failed', ['bad'], null]);
  failure = null;
  flow.seeCode('BERT');
  await settle();
  expect(headline()).toBe('Admitted');
});

test.each([
  ['a team', 'admit [{"registration":9}] qr_scan', () => flow.admit([cleo])],
  ['the search', 'admit [{"registration":7}] manual_lookup', () => flow.choose(ada.key)],
])('a double tap in %s admits once and stays green', async (from, call, tap) => {
  const { admit } = engine;
  engine.admit = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    engine.judgePerson = () => verdicts.IN!;
    return admit(...given);
  };
  if (from === 'a team') flow.seeCode('CLEO');
  await settle();
  void tap();
  void tap();
  await vi.advanceTimersByTimeAsync(100);
  expect([headline(), calls, signals]).toEqual(['Admitted', [call], ['ok']]);
});

test('while a choice is being stored, a handheld scan waits for its turn, and so does a choice during a scan', async () => {
  const { admit } = engine;
  engine.admit = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return admit(...given);
  };
  void flow.choose(ada.key);
  flow.typeCode('BERT');
  await vi.advanceTimersByTimeAsync(150);
  void flow.choose(ada.key);
  await vi.advanceTimersByTimeAsync(150);
  expect(calls).toEqual([
    'admit [{"registration":7}] manual_lookup',
    'admit [{"registration":8}] qr_scan',
    'admit [{"registration":7}] manual_lookup',
  ]);
});

test('two people who are chosen one right after the other are both admitted', async () => {
  engine.judgePerson = (key) => (key === bert.key ? verdicts.BERT! : verdicts.ADA!);
  void flow.choose(ada.key);
  void flow.choose(bert.key);
  await settle();
  expect(calls).toEqual([
    'admit [{"registration":7}] manual_lookup',
    'admit [{"registration":8}] manual_lookup',
  ]);
});

test('after a failed choice, the next one is taken', async () => {
  failure = new Error('full');
  void flow.choose(ada.key);
  await settle();
  failure = null;
  void flow.choose(ada.key);
  await settle();
  expect(signals).toEqual(['bad', 'ok']);
});

test('somebody found by name is admitted with that method', async () => {
  void flow.choose({ registration: 7 });
  await settle();
  expect(calls).toEqual(['admit [{"registration":7}] manual_lookup']);
});
