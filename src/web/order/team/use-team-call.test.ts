import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { mount } from '#test/mount.ts';
import { useTeamCall } from './use-team-call.ts';

afterEach(() => vi.unstubAllGlobals());

test('two changes of a team are sent one after the other, so that the later response is the newer one', async () => {
  const sent: string[] = [];
  const first = Promise.withResolvers<Team>();
  const change = (run: () => Promise<Team>) =>
    useTeamCall({
      ...{ transactionId: '7K2M', run, onDone: () => {} },
      done: () => ({ title: '', description: '' }),
    });
  const rows = await mount(() => [
    change(() => {
      sent.push('first');
      return first.promise;
    }),
    change(async () => {
      sent.push('second');
      return {} as Team;
    }),
  ]);
  await rows.act(() => {
    for (const { start } of rows.result) start();
  });
  expect(sent).toEqual(['first']);
  await rows.act(() => first.resolve({} as Team));
  expect(sent).toEqual(['first', 'second']);
});
