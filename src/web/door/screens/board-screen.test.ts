import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import type { DoorEngine } from '../engine/door-engine.ts';
import { useBoard } from './board-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['response', null],
  ['failure', new TypeError('Failed to fetch')],
])('an older %s that arrives last is not shown', async (_, failure) => {
  type Board = Awaited<ReturnType<DoorEngine['board']>>;
  const asked: PromiseWithResolvers<Board>[] = [];
  const board = () => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)!.promise;
  };
  const engine = { board } as DoorEngine;
  let areAllSent = false;
  const screen = await mount(() => useBoard(engine, areAllSent));
  areAllSent = true;
  await screen.render();
  const answer = (which: number, arrived: number) =>
    screen.act(() => asked[which]!.resolve({ arrived } as Board));
  await answer(1, 12);
  if (failure) await screen.act(() => asked[0]!.reject(failure));
  else await answer(0, 11);
  expect([asked.length, screen.result.board?.arrived, screen.result.problem]).toEqual([2, 12, null]);
});

test('a question settled on this phone stays settled until a newer board arrives that includes it', async () => {
  const engine = { board: async () => ({}), settle: async () => {} } as unknown as DoorEngine;
  let areAllSent = false;
  let at = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (at += 1));
  const screen = await mount(() => useBoard(engine, areAllSent));
  const look = () => screen.act(() => document.dispatchEvent(new Event('visibilitychange')));
  await screen.act(() => screen.result.settle('scan 1', 'same_person'));
  await look();
  // It still waits on this phone.
  expect(screen.result.settled).toEqual(['scan 1']);
  areAllSent = true;
  await screen.render();
  expect(screen.result.settled).toEqual([]);
});
