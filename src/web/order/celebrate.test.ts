import { afterEach, expect, test, vi } from 'vitest';
import { getToasts } from '../ui/toast-store.ts';

const track = vi.hoisted(() => vi.fn());
vi.mock('../analytics.ts', () => ({ track }));
vi.mock('../boot.ts', () => ({ boot: {} }));
vi.stubGlobal('window', { name: '' });
const { celebrate } = await import('./celebrate.ts');

afterEach(() => vi.unstubAllGlobals());

test('a payment is announced and counted the first time its page is opened, and not again', async () => {
  const answers = [{ isFirst: false }, null, { isFirst: true }];
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift();
    return answer ? Response.json(answer) : new Response('Bad gateway', { status: 502 });
  });
  await celebrate('PAID', 20_00);
  await celebrate('PAID', 20_00);
  expect([getToasts(), track.mock.calls]).toEqual([[], []]);
  await celebrate('PAID', 20_00);
  expect(getToasts()).toMatchObject([{ title: 'Payment Successful' }]);
  expect(track.mock.calls).toEqual([['registration', 20_00]]);
});
