import { expect, test, vi } from 'vitest';
import { ada, bert, cleo, dora, OUT_OF_VIEW_MS, setFlow, settle, VERDICTS } from '#test/flow-stage.ts';
import type { DoorVerdict } from '../engine/door-engine.ts';
import { isSameKey } from './verdict-flow.ts';

const stage = setFlow();

test('the last admission can be undone for ten seconds, and its ticket is valid again after it was out of view', async () => {
  stage.flow.seeCode('ADA');
  await settle();
  void stage.flow.undoLast();
  await settle();
  expect(stage.calls.at(-1)).toBe('undo scan of 7');
  expect([stage.headline(), stage.flow.state().last?.isUndone, stage.flow.state().said?.text]).toEqual([
    null,
    true,
    'Undone: Ada Sample',
  ]);
  void stage.flow.undoLast();
  await settle();
  expect(stage.calls).toHaveLength(2);
  // It may still be where it was.
  await stage.keepSeeing('ADA');
  expect([stage.headline(), stage.calls.at(-1)]).toEqual([null, 'undo scan of 7']);
  await vi.advanceTimersByTimeAsync(OUT_OF_VIEW_MS);
  stage.flow.seeCode('ADA');
  await settle();
  expect(stage.headline()).toBe('Admitted');

  await vi.advanceTimersByTimeAsync(9_999);
  expect(stage.flow.state().last?.label).toBe('Ada Sample');
  await vi.advanceTimersByTimeAsync(1);
  expect(stage.flow.state().last).toBeNull();
});

test('a ticket that left the view before the undo is valid at once', async () => {
  stage.flow.seeCode('ADA');
  await vi.advanceTimersByTimeAsync(1_200 + OUT_OF_VIEW_MS);
  void stage.flow.undoLast();
  await settle();
  stage.flow.seeCode('ADA');
  await settle();
  expect(stage.headline()).toBe('Admitted');
});

test('after an undo, a handheld scanner can read the ticket again at once', async () => {
  stage.flow.typeCode('ADA');
  await settle();
  void stage.flow.undoLast();
  await settle();
  stage.flow.typeCode('ADA');
  await settle();
  expect(stage.headline()).toBe('Admitted');
});

test('undoing the admission of somebody already admitted does not admit the ticket still in view', async () => {
  stage.flow.seeCode('MINE');
  await settle();
  stage.verdicts.MINE = VERDICTS.ADA!;
  void stage.flow.undoShown();
  await settle();
  await stage.keepSeeing('MINE');
  expect([stage.headline(), stage.calls]).toEqual([null, ['undo mine']]);
  await vi.advanceTimersByTimeAsync(OUT_OF_VIEW_MS);
  stage.flow.seeCode('MINE');
  await settle();
  expect(stage.headline()).toBe('Admitted');
});

test('undoing a group undoes each of its admissions; the ticket still in view is not asked about again', async () => {
  stage.flow.seeCode('CLEO');
  await vi.advanceTimersByTimeAsync(5_000);
  void stage.flow.admit([cleo, dora]);
  await settle();
  void stage.flow.undoLast();
  await settle();
  await stage.keepSeeing('CLEO');
  expect(stage.calls.slice(2)).toEqual(['undo scan of 9', 'undo scan of 10']);
  expect(stage.flow.state().question).toBeNull();
});

test('a person admitted at another door during the question is not admitted again', async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  stage.engine.judgePerson = () => stage.verdicts.IN!;
  void stage.flow.admit([cleo]);
  await settle();
  expect([stage.headline(), stage.flow.state().last, stage.calls]).toEqual(['Already admitted', null, []]);
});

test('a ticket that became somebody else’s during the question admits no one', async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  stage.engine.judgePerson = () => ({ kind: 'admit', person: { ...cleo, firstName: 'Dora' } });
  void stage.flow.admit([cleo]);
  await settle();
  expect([stage.headline(), stage.flow.state().last, stage.calls]).toEqual(['Not admitted', null, []]);
});

test.each([
  ['stored', () => {}],
  ['too late', () => (stage.engine.judgePerson = () => stage.verdicts.IN!)],
  ['not stored', () => (stage.failure = new Error('full'))],
])("a team's screen stays open until its answer is %s", async (_, prepare) => {
  stage.flow.seeCode('CLEO');
  await settle();
  expect(stage.isOver('team')).toBe(false);
  prepare();
  void stage.flow.admit([cleo]);
  await settle();
  expect(stage.isOver('team')).toBe(true);
  // Nothing would be left to show on it.
  stage.flow.dismiss();
  expect(stage.isOver('team')).toBe(true);
});

test("a team's screen closes when its order leaves the list", async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  stage.engine.team = () => null;
  expect(stage.isOver('team')).toBe(true);
});

test('a refusal leaves the search open', async () => {
  stage.engine.judgePerson = () => stage.verdicts.IN!;
  void stage.flow.choose(dora.key);
  await settle();
  expect([stage.headline(), stage.isOver('find')]).toEqual(['Already admitted', false]);
});

test('of a team, somebody whom another door has admitted is not shown as admitted here; the others are in', async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  stage.engine.judgePerson = (key) => (isSameKey(key, dora.key) ? stage.verdicts.IN! : stage.verdicts.CLEO!);
  void stage.flow.admit([cleo, dora]);
  await settle();
  expect(stage.calls).toEqual(['admit [{"registration":9}] qr_scan']);
  expect([stage.headline(), stage.signals, stage.flow.state().last?.label]).toEqual([
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
  stage.role = asRole;
  stage.flow.seeCode(code);
  await settle();
  void stage.flow.undoShown();
  await settle();
  expect(stage.calls).toEqual(undone);
  expect(stage.headline()).toBe(undone.length > 0 ? null : 'Already admitted');
});

test("a supervisor also undoes other doors' admissions of the same person; a steward learns that they count", async () => {
  stage.verdicts.MINE = { ...VERDICTS.MINE, others: ['second', 'third'] } as DoorVerdict;
  stage.isStillIn = true;
  stage.flow.typeCode('MINE');
  await settle();
  void stage.flow.undoShown();
  await settle();
  const said = 'Undone: Ada Sample. Another door’s admission still counts.';
  expect([stage.calls, stage.flow.state().last?.label, stage.flow.state().said?.text]).toEqual([
    ['undo mine'],
    said,
    said,
  ]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(stage.flow.state().last?.label).toBe(said);

  stage.role = 'supervisor';
  stage.isStillIn = false;
  stage.flow.typeCode('MINE');
  await settle();
  void stage.flow.undoShown();
  await settle();
  expect(stage.calls.slice(1)).toEqual(['undo mine', 'undo second', 'undo third']);
  expect(stage.flow.state().said?.text).toBe('Undone: Ada Sample');
});

test('in practice mode, real admissions are not undone; those of practice are', async () => {
  stage.flow.seeCode('ADA');
  await settle();
  stage.practice = true;
  void stage.flow.undoLast();
  await settle();
  stage.flow.typeCode('MINE');
  await settle();
  expect(stage.flow.state().shown).toMatchObject({ isPractice: true, undoable: null });
  stage.flow.typeCode('BERT');
  await settle();
  stage.isStillIn = true;
  void stage.flow.undoLast();
  await settle();
  expect(stage.calls.slice(1)).toEqual(['admit [{"registration":8}] qr_scan', 'undo scan of 8']);
  expect(stage.flow.state().last?.label).toBe('Undone: Bert Sample');
});

test('a failed admission never turns green, and the next one can succeed', async () => {
  stage.failure = new Error('This person is not in the copy.');
  stage.flow.seeCode('ADA');
  await settle();
  expect([stage.flow.state().shown?.face.look, stage.signals, stage.flow.state().last]).toEqual([
    'failed',
    ['bad'],
    null,
  ]);
  stage.failure = null;
  stage.flow.seeCode('BERT');
  await settle();
  expect(stage.headline()).toBe('Admitted');
});

test.each([
  ['a team', 'admit [{"registration":9}] qr_scan', () => stage.flow.admit([cleo])],
  ['the search', 'admit [{"registration":7}] manual_lookup', () => stage.flow.choose(ada.key)],
])('a double tap in %s admits once and stays green', async (from, call, tap) => {
  const { admit } = stage.engine;
  stage.engine.admit = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    stage.engine.judgePerson = () => stage.verdicts.IN!;
    return admit(...given);
  };
  if (from === 'a team') stage.flow.seeCode('CLEO');
  await settle();
  void tap();
  void tap();
  await vi.advanceTimersByTimeAsync(100);
  expect([stage.headline(), stage.calls, stage.signals]).toEqual(['Admitted', [call], ['ok']]);
});

test('while a choice is being stored, a handheld scan waits for its turn, and so does a choice during a scan', async () => {
  const { admit } = stage.engine;
  stage.engine.admit = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return admit(...given);
  };
  void stage.flow.choose(ada.key);
  stage.flow.typeCode('BERT');
  await vi.advanceTimersByTimeAsync(150);
  void stage.flow.choose(ada.key);
  await vi.advanceTimersByTimeAsync(150);
  expect(stage.calls).toEqual([
    'admit [{"registration":7}] manual_lookup',
    'admit [{"registration":8}] qr_scan',
    'admit [{"registration":7}] manual_lookup',
  ]);
});

test('somebody chosen right before a question is asked replaces neither it nor the person asked about', async () => {
  stage.flow.typeCode('CLEO');
  void stage.flow.choose(ada.key);
  await settle();
  expect(stage.flow.state().question).toMatchObject({ person: cleo, isPressing: true });
  expect([stage.calls, stage.signals]).toEqual([[], ['bad']]);
});

test('a ticket scanned while the one before it leads to a question is refused with a sound, and counts as new after the answer', async () => {
  stage.flow.typeCode('CLEO');
  stage.flow.typeCode('BERT');
  await settle();
  expect(stage.flow.state()).toMatchObject({
    question: { person: cleo, isPressing: true },
    said: { text: 'Answer the question first. The new ticket was ignored.', isUrgent: true },
  });
  void stage.flow.admit([cleo]);
  await settle();
  stage.flow.typeCode('BERT');
  await settle();
  expect(stage.signals).toEqual(['bad', 'ok', 'ok']);
});

test('team members who come without the scanned person are recorded as admitted with the team', async () => {
  stage.flow.typeCode('CLEO');
  await settle();
  void stage.flow.admit([dora]);
  await settle();
  expect(stage.calls).toEqual(['admit [{"registration":10}] party']);
});

test('two people who are chosen one right after the other are both admitted', async () => {
  void stage.flow.choose(ada.key);
  void stage.flow.choose(bert.key);
  await settle();
  expect(stage.calls).toEqual([
    'admit [{"registration":7}] manual_lookup',
    'admit [{"registration":8}] manual_lookup',
  ]);
});

test('after a failed choice, the next one is taken', async () => {
  stage.failure = new Error('full');
  void stage.flow.choose(ada.key);
  await settle();
  stage.failure = null;
  void stage.flow.choose(ada.key);
  await settle();
  expect(stage.signals).toEqual(['bad', 'ok']);
});

test('somebody found by name is admitted with that method', async () => {
  void stage.flow.choose({ registration: 7 });
  await settle();
  expect(stage.calls).toEqual(['admit [{"registration":7}] manual_lookup']);
});
