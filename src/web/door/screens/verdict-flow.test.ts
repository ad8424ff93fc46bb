import { expect, test, vi } from 'vitest';
import { bert, cleo, dora, OUT_OF_VIEW_MS, setFlow, settle } from '#test/flow-stage.ts';
import type { Team } from '../engine/door-engine.ts';

const stage = setFlow();

test('a valid ticket is stored before the screen turns green, for 1.2 seconds', async () => {
  const admit = stage.engine.admit;
  const seen: unknown[] = [];
  stage.engine.admit = async (...given) => {
    seen.push(stage.flow.state().shown);
    return admit(...given);
  };
  stage.flow.seeCode('ADA');
  await settle();
  expect(seen).toEqual([null]);
  expect(stage.calls).toEqual(['admit [{"registration":7}] qr_scan']);
  expect([stage.headline(), stage.signals, stage.flow.state().said?.text]).toEqual([
    'Admitted',
    ['ok'],
    'Admitted. Ada Sample. Conference.',
  ]);
  await vi.advanceTimersByTimeAsync(1_199);
  expect(stage.headline()).toBe('Admitted');
  await vi.advanceTimersByTimeAsync(1);
  expect(stage.headline()).toBeNull();
});

test('the camera keeps scanning during a refusal, but not during a question', async () => {
  stage.flow.seeCode('NOBODY');
  await settle();
  const busy = [stage.flow.isBusy()];
  stage.flow.seeCode('CLEO');
  await settle();
  expect([...busy, stage.flow.isBusy()]).toEqual([false, true]);
});

test('a refusal stays until the next ticket; a code still in view is not judged again', async () => {
  stage.flow.seeCode('NOBODY');
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stage.headline(), stage.signals]).toEqual(['Not on this phone’s list', ['bad']]);
  for (let frame = 0; frame < 100; frame += 1) {
    await vi.advanceTimersByTimeAsync(40);
    if (frame > 0) stage.flow.seeCode('NOBODY');
  }
  // Regression: after a minute, it once counted as new.
  expect(stage.signals).toEqual(['bad', 'bad']);
  stage.flow.seeCode('ADA');
  await settle();
  expect(stage.headline()).toBe('Admitted');
});

test.each([
  ['NOBODY', true],
  ['OLD', false],
  ['IN', false],
])('whether a name can be looked up after %s: %s', async (code, canFind) => {
  stage.flow.seeCode(code);
  await settle();
  expect(stage.flow.state().shown?.canFind).toBe(canFind);
});

test('a ticket still in view after its question and its green screen is not judged again', async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  await vi.advanceTimersByTimeAsync(5_000);
  void stage.flow.admit([cleo]);
  await settle();
  await vi.advanceTimersByTimeAsync(1_200);
  // She is in now: judging her again would say so, with an alarm.
  stage.verdicts.CLEO = stage.verdicts.IN!;
  await stage.keepSeeing('CLEO');
  expect([stage.headline(), stage.signals]).toEqual([null, ['ok']]);
});

test('a ticket still in view after a slow lookup and its green screen is not judged again', async () => {
  stage.engine.judge = async (text) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return stage.verdicts[text]!;
  };
  stage.flow.seeCode('ADA');
  await vi.advanceTimersByTimeAsync(2_700);
  stage.flow.seeCode('ADA');
  await vi.advanceTimersByTimeAsync(1_500);
  expect([stage.headline(), stage.calls]).toEqual([null, ['admit [{"registration":7}] qr_scan']]);
});

test('a ticket still in view is not judged again after its question was answered too late', async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  await vi.advanceTimersByTimeAsync(5_000);
  stage.engine.judgePerson = () => stage.verdicts.IN!;
  void stage.flow.admit([cleo]);
  await settle();
  stage.flow.seeCode('CLEO');
  await settle();
  expect([stage.headline(), stage.signals]).toEqual(['Already admitted', ['used']]);
});

test.each([
  ['question', 'CLEO'],
  ['green screen after a slow lookup', 'ADA'],
])('a ticket still in view after its %s is not judged again once it is dismissed', async (_, code) => {
  stage.engine.judge = async (text) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return stage.verdicts[text]!;
  };
  stage.flow.seeCode(code);
  await vi.advanceTimersByTimeAsync(1_500);
  await vi.advanceTimersByTimeAsync(1_100);
  const judge = vi.spyOn(stage.engine, 'judge');
  stage.flow.dismiss();
  await stage.keepSeeing(code);
  expect([judge.mock.calls, stage.flow.state().question, stage.headline()]).toEqual([[], null, null]);
  await vi.advanceTimersByTimeAsync(OUT_OF_VIEW_MS);
  stage.flow.seeCode(code);
  expect(stage.flow.isBusy()).toBe(true);
});

test('from a scan to the end of its green screen, the camera takes no other ticket', async () => {
  const busy = [stage.flow.isBusy()];
  stage.flow.seeCode('ADA');
  busy.push(stage.flow.isBusy());
  await settle();
  stage.flow.seeCode('BERT');
  await settle();
  busy.push(stage.flow.isBusy());
  expect(stage.calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_200);
  expect([...busy, stage.flow.isBusy()]).toEqual([false, true, true, false]);
  stage.flow.seeCode('BERT');
  await settle();
  expect(stage.calls).toHaveLength(2);
});

test('codes from a fast handheld scanner are processed in order', async () => {
  const { judge } = stage.engine;
  stage.engine.judge = async (text) => {
    if (text === 'ADA') await new Promise((resolve) => setTimeout(resolve, 100));
    return judge(text);
  };
  stage.flow.typeCode('ADA');
  stage.flow.typeCode('BERT');
  await vi.advanceTimersByTimeAsync(100);
  expect(stage.calls).toEqual(['admit [{"registration":7}] qr_scan', 'admit [{"registration":8}] qr_scan']);
  expect(stage.flow.state().shown?.face.name).toBe('Bert Sample');
});

test('only a slow lookup shows that the code is being checked', async () => {
  stage.engine.judge = () =>
    new Promise((resolve) => setTimeout(() => resolve(stage.verdicts.NOBODY!), 1_500));
  stage.flow.seeCode('NOBODY');
  await vi.advanceTimersByTimeAsync(149);
  expect(stage.flow.state().isChecking).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(stage.flow.state().isChecking).toBe(true);
  await vi.advanceTimersByTimeAsync(1_350);
  expect([stage.flow.state().isChecking, stage.headline()]).toEqual([false, 'Not on this phone’s list']);
});

test("a team's ticket is a question, and the rest of the team comes along", async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  expect([stage.calls, stage.flow.state().question?.person.firstName]).toEqual([[], 'Cleo']);
  // In any order: the scanned person keeps the code's method.
  void stage.flow.admit([dora, cleo]);
  await settle();
  expect(stage.calls).toEqual(['admit [{"registration":9}] qr_scan', 'admit [{"registration":10}] party']);
  expect(stage.flow.state().said?.text).toBe(
    'Admitted. 2 people. Cleo Sample, Dora Sample. Conference. Sample School, team of 5 · 2 inside.',
  );
});

test('others of a team can be admitted without the scanned person', async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  void stage.flow.admit([dora]);
  await settle();
  expect(stage.calls).toEqual(['admit [{"registration":10}] party']);
});

test('the last person of a team is admitted without a question', async () => {
  stage.flow.seeCode('LAST');
  await settle();
  expect([stage.calls.length, stage.flow.state().question]).toEqual([1, null]);
});

test('somebody already admitted can bring in others of the team', async () => {
  stage.flow.seeCode('IN');
  await settle();
  expect([stage.headline(), stage.signals]).toEqual(['Already admitted', ['used']]);
  stage.flow.askAboutTeam(stage.flow.state().shown!.team!);
  expect([stage.flow.state().question?.isIn, stage.headline()]).toEqual([true, null]);
});

test('a handheld scan during a question is refused with a hint', async () => {
  stage.flow.seeCode('CLEO');
  await settle();
  stage.flow.typeCode('ADA');
  await settle();
  expect([stage.calls, stage.signals, stage.flow.state().question?.isPressing]).toEqual([[], ['bad'], true]);
});

test('a handheld scan that waited for its turn does not replace the question, and can be repeated at once', async () => {
  const { judge } = stage.engine;
  stage.engine.judge = async (text) => {
    if (text === 'CLEO') await new Promise((resolve) => setTimeout(resolve, 1_500));
    return judge(text);
  };
  stage.flow.typeCode('CLEO');
  stage.flow.typeCode('ADA');
  await vi.advanceTimersByTimeAsync(1_500);
  const { question, shown, said } = stage.flow.state();
  expect([question?.person.firstName, question?.isPressing, shown]).toEqual(['Cleo', true, null]);
  expect([stage.calls, stage.signals, said?.text]).toEqual([
    [],
    ['bad'],
    'Answer the question first. The new ticket was ignored.',
  ]);
  void stage.flow.admit([cleo]);
  await settle();
  stage.flow.typeCode('ADA');
  await settle();
  expect(stage.calls).toEqual(['admit [{"registration":9}] qr_scan', 'admit [{"registration":7}] qr_scan']);
});

test.each([
  ['a code whose lookup', () => stage.flow.seeCode('BERT')],
  ['a name whose turn', () => stage.flow.choose(bert.key)],
])('%s comes after the question does not replace it either', async (_, next) => {
  stage.flow.seeCode('IN');
  await settle();
  void next();
  stage.flow.askAboutTeam(dora);
  await settle();
  expect([stage.flow.state().question?.isPressing, stage.headline(), stage.calls, stage.signals]).toEqual([
    true,
    null,
    [],
    ['used', 'bad'],
  ]);
});

test.each([
  ['offers the free seats of its paid order', 1, true, true],
  ['offers nothing if no seat is free', 0, true, false],
  ['offers nothing if the order is not paid', 1, false, false],
])('a canceled ticket %s', async (_, freeSeats, isWelcome, isOffered) => {
  const person = { ...cleo, freeSeats };
  stage.verdicts.CLEO = { kind: 'not_paid', person, paymentStatus: 'voided' };
  stage.engine.team = () => ({ isWelcome }) as Team;
  stage.flow.seeCode('CLEO');
  await settle();
  expect([stage.headline(), stage.flow.state().shown?.team]).toEqual(['Canceled', isOffered ? person : null]);
});
