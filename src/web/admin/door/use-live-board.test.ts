import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { useLiveBoard } from './use-live-board.ts';

afterEach(() => vi.unstubAllGlobals());

let change: () => void;
vi.mock('../../change-stream.ts', () => ({
  openChangeStream: (_path: string, onChange: () => void) => {
    change = onChange;
    return { close: () => {} };
  },
}));

test('a change does not cancel the request under way, and the next one asks again', async () => {
  const asked: { signal: AbortSignal; answer: PromiseWithResolvers<Response> }[] = [];
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    asked.push({ signal, answer: Promise.withResolvers<Response>() });
    return asked.at(-1)!.answer.promise;
  });
  const board = {
    ...{ now: '2025-09-20T15:00:00.000Z', day: '2025-09-20', expected: 300, arrived: 1, waiting: 0 },
    ...{ byDoor: [], byPackage: [], byTrack: [], perFiveMinutes: [], teams: [], phones: [] },
    ...{ duplicates: [], over: [], ended: [] },
  };
  const page = await mount(useLiveBoard);
  const answer = (which: number, arrived: number) =>
    page.act(() => asked[which]!.answer.resolve(Response.json({ ...board, arrived })));
  await answer(0, 1);
  await page.act(change);
  await page.act(change);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  await answer(1, 2);
  expect(page.result.data?.arrived).toBe(2);
  await page.act(change);
  expect(asked).toHaveLength(3);
});
