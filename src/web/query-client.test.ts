import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
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

test('back online, a live list is read again, even if its last call is still failing', async () => {
  const client = createQueryClient();
  client.mount();
  const calls: PromiseWithResolvers<string>[] = [];
  const list = new QueryObserver(client, {
    queryKey: ['live list'],
    queryFn: () => {
      const next = Promise.withResolvers<string>();
      calls.push(next);
      return next.promise;
    },
    refetchOnReconnect: 'always',
  });
  const leave = list.subscribe(() => {});
  onlineManager.setOnline(true);
  calls[0]!.reject(new Error('offline'));
  await eventually(() => expect(calls.length).toBeGreaterThan(1));
  for (const one of calls.slice(1)) one.resolve('the list');
  await eventually(() => expect(list.getCurrentResult()).toMatchObject({ data: 'the list', error: null }));
  leave();
  client.unmount();
});
