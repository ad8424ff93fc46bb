import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { ApiError } from '../../api.ts';
import { getToasts } from '../../ui/toast-store.ts';
import { useAction } from './use-action.ts';

afterEach(() => vi.unstubAllGlobals());

const failed = { title: 'Refund Failed', otherwise: 'Failed to refund the order' };
const unconfirmed = { title: 'Refund Not Confirmed', otherwise: 'It may have been made.' };

test.each([
  ['a refusal', 409, 'The order is disputed.', 'Refund Failed', 'The order is disputed.'],
  ['a refusal without words', 400, undefined, 'Refund Failed', 'Failed to refund the order'],
  [
    'an error of the server',
    500,
    'Something went wrong.',
    'Refund Not Confirmed',
    'Something went wrong. It may have been made.',
  ],
  ['an error of a proxy', 502, undefined, 'Refund Not Confirmed', 'It may have been made.'],
  ['a response that cannot be read', 200, undefined, 'Refund Not Confirmed', 'It may have been made.'],
  ['no response', 0, 'You are offline.', 'Refund Not Confirmed', 'You are offline. It may have been made.'],
])('%s is told as what it is', async (_what, status, message, title, description) => {
  const action = await mount(() =>
    useAction({
      run: async () => {
        throw new ApiError(status, '', message ? { message } : {});
      },
      refreshes: [],
      success: () => ({ title: 'Refund Requested', description: '' }),
      failed,
      unconfirmed,
    }),
  );
  await action.act(() => action.result.start(undefined));
  expect(getToasts()).toMatchObject([{ tone: 'error', title, description }]);
  expect(action.result.failure).toBe(description);
});

test('an unconfirmed result that has no text of its own is shown as a failure', async () => {
  const run = () => Promise.reject(new ApiError(502, '', {}));
  const success = () => ({ title: '', description: '' });
  const action = await mount(() => useAction({ run, refreshes: [], success, failed }));
  await action.act(() => action.result.start(undefined));
  expect(getToasts()).toMatchObject([{ title: 'Refund Failed', description: 'Failed to refund the order' }]);
});

test.each([
  ['somebody else was faster', 409, false, [2, 2]],
  ['what it is about is gone', 404, false, [2, 2]],
  ['nobody knows whether it was done', 502, false, [2, 2]],
  ['the input was wrong', 400, false, [1, 1]],
  ['somebody else was faster, and a dialog shows it', 409, true, [1, 2]],
  ['the input was wrong, and a dialog shows it', 400, true, [1, 1]],
])(
  'lists are read again after a failure if they are stale: %s',
  async (_what, status, isAsked, [then, afterLeaving]) => {
    let reads = 0;
    const page = await mount(() => {
      useQuery({ queryKey: ['/api/list', 1], queryFn: async () => (reads += 1) });
      const run = () => Promise.reject(new ApiError(status, '', {}));
      const success = () => ({ title: '', description: '' });
      return useAction({ run, refreshes: ['/api/list'], success, failed, isAsked });
    });
    await page.act(() => page.result.start(undefined));
    expect(reads).toBe(then);
    if (isAsked) await page.act(() => page.result.leave());
    expect(reads).toBe(afterLeaving);
  },
);
