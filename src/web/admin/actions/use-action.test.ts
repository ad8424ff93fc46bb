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

test('without words for an unconfirmed result, it counts as failed', async () => {
  const run = () => Promise.reject(new ApiError(502, '', {}));
  const success = () => ({ title: '', description: '' });
  const action = await mount(() => useAction({ run, refreshes: [], success, failed }));
  await action.act(() => action.result.start(undefined));
  expect(getToasts()).toMatchObject([{ title: 'Refund Failed', description: 'Failed to refund the order' }]);
});
