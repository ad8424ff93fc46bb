import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';
import { getToasts } from './toast-store.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['copied', { writeText: async () => {} }, { tone: 'ok', title: 'Copied' }],
  [
    'refused',
    { writeText: () => Promise.reject(new Error('NotAllowedError')) },
    { tone: 'error', title: 'Not copied' },
  ],
  ['on an insecure page', undefined, { tone: 'error', title: 'Not copied' }],
])('a toast says whether a text was copied: %s', async (_, clipboard, said) => {
  vi.stubGlobal('navigator', { clipboard });
  await copyText('7K2M');
  expect(getToasts()).toMatchObject([said]);
});
