import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

beforeEach(() => onlineManager.setOnline(false));
afterEach(() => onlineManager.setOnline(true));

test('without a network an action fails at once, and is not sent later', async () => {
  const client = createQueryClient();
  client.mount();
  let calls = 0;
  const action = new MutationObserver(client, {
    mutationFn: async () => {
      calls += 1;
      throw new Error('offline');
    },
  });
  const outcome = action.mutate().catch((error: Error) => error.message);
  expect([action.getCurrentResult().isPaused, await outcome, calls]).toEqual([false, 'offline', 1]);
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(calls).toBe(1);
  client.unmount();
});

test('without a network a list fails at once', async () => {
  const client = createQueryClient();
  const list = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => Promise.reject(new Error('offline')),
  });
  const leave = list.subscribe(() => {});
  expect(list.getCurrentResult().fetchStatus).toBe('fetching');
  expect((await list.refetch()).error?.message).toBe('offline');
  leave();
});
