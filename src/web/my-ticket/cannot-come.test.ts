import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReturnPreview } from '#contract/my-ticket.ts';
import { findButton, findByProp, textIn } from '#test/elements.ts';
import { eventually } from '#test/eventually.ts';
import { mount } from '#test/mount.ts';
import { CannotCome, returnWords } from './cannot-come.tsx';
import { myTicketQuery } from './use-my-ticket.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    { to: 'team' },
    'Your seat will go back to the person who registered you, and we’ll let them know. Your code stops working immediately, and this cannot be undone.',
  ],
  [
    { to: 'staff', amount: 10_00, nothingBack: null },
    'We’ll let the person who placed the order know. Under the refund policy, $10.00 will be refunded to the person who paid, once we’ve checked it. Your code stops working immediately, and this cannot be undone.',
  ],
  [
    { to: 'staff', amount: 0, nothingBack: 'free_order' },
    'We’ll let the person who placed the order know. There is no refund. The order was free. Your code stops working immediately, and this cannot be undone.',
  ],
  [
    { to: 'staff', amount: null, nothingBack: null },
    'We’ll let the person who placed the order know. We cannot say yet whether the person who paid will get a refund. Your code stops working immediately, and this cannot be undone.',
  ],
] as const)('returning to %j is explained before it is done', (preview, words) => {
  expect(returnWords(preview)).toBe(words);
});

test('an effect that has changed is shown before it can be confirmed', async () => {
  let preview: ReturnPreview = { to: 'staff', amount: 10_00, nothingBack: null };
  const sent: unknown[] = [];
  const waiting: (() => void)[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url.endsWith('-preview')) {
      if (sent.length > 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return Response.json(preview);
    }
    sent.push(JSON.parse(body).seen);
    return Response.json({ code: 'changed_meanwhile' }, { status: 409 });
  });
  const page = await mount(() => CannotCome({ pageKey: 'key' }));
  await page.act(() => findButton(page.result, 'I can’t come').props.onClick());
  const dialog = () => findByProp<{ isReady: boolean; onConfirm: () => void }>(page.result, 'isReady').props;
  expect(dialog().isReady).toBe(true);
  const shown = preview;
  preview = { to: 'staff', amount: 5_00, nothingBack: null };
  await page.act(() => dialog().onConfirm());
  await eventually(() => expect(waiting).toHaveLength(1));
  await page.render();
  expect([sent, dialog().isReady]).toEqual([[shown], false]);
  await page.act(() => waiting[0]!());
  await page.act(() => new Promise(setImmediate));
  expect([
    dialog().isReady,
    findByProp<{ role: string; children: string }>(page.result, 'role').props.children,
  ]).toEqual([true, returnWords(preview)]);
});

test('a ticket that has ended meanwhile, or may have, is fetched again, so that the page says so', async () => {
  const preview: ReturnPreview = { to: 'team' };
  const ended = { code: 'ticket_ended', message: 'This ticket is no longer valid.' };
  const refused = () => Response.json(ended, { status: 409 });
  const calls: string[] = [];
  let responses: Record<string, () => Response> = {};
  vi.stubGlobal('fetch', async (url: string) => {
    const what = url.split('/').at(-1)!;
    calls.push(what);
    return responses[what]!();
  });
  const ask = async (given: typeof responses) => {
    responses = {
      ...given,
      'my-ticket': () => Response.json({ state: 'ended', because: 'given_away', at: null }),
    };
    const page = await mount(() => {
      useQuery(myTicketQuery('key'));
      return CannotCome({ pageKey: 'key' });
    });
    await page.act(() => findButton(page.result, 'I can’t come').props.onClick());
    await page.act(() => new Promise(setImmediate));
    return page;
  };
  await ask({ 'return-preview': refused });
  expect(calls.splice(0)).toEqual(['my-ticket', 'return-preview', 'my-ticket']);
  const page = await ask({
    'return-preview': () => Response.json(preview),
    return: () => new Response('', { status: 502 }),
  });
  await page.act(() => findByProp<{ onConfirm: () => void }>(page.result, 'onConfirm').props.onConfirm());
  expect(calls).toEqual(['my-ticket', 'return-preview', 'return', 'my-ticket']);
  expect(textIn(page.result)).toContain('It may have been done. Look at your ticket before you try again.');
});
