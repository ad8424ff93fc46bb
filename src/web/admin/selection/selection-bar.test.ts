import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { listOrders, listUndeliveredEmails } from '#contract/admin-orders.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { getToasts } from '../../ui/toast-store.ts';
import { useLostAccess } from '../frame/lost-access.ts';
import { SelectionBar } from './selection-bar.tsx';

afterEach(() => vi.unstubAllGlobals());

const CONFIRMED = [200, { success: true, sentTo: 'a@example.org' }] as const;
const refused = (status: number, code: string, message: string) => [status, { code, message }] as const;
const UNPAID = refused(409, 'order_not_confirmed', 'It is not paid.');
const DELETED = refused(404, 'order_not_found', 'Order not found');

/** The question of *Resend* for Ada's, Ben's and Cy's orders, and what it does. */
async function askToResend() {
  const done = {
    asked: [] as string[],
    unselected: [] as number[],
    closed: 0,
    reads: 0,
    readsOfUndelivered: 0,
    lost: false,
  };
  const responses = new Map<string, typeof CONFIRMED | ReturnType<typeof refused>>();
  vi.stubGlobal('fetch', async (url: string) => {
    const [id] = /\d+/.exec(url)!;
    done.asked.push(id);
    const [status, body] = responses.get(id) ?? CONFIRMED;
    return Response.json(body, { status });
  });
  const rows = new Map([
    [1, 'Ada'],
    [2, 'Ben'],
    [3, 'Cy'],
  ]);
  const toggle = (id: number) => void done.unselected.push(id);
  const bar = await mount(() =>
    SelectionBar({ list: 'orders', selection: { rows, toggle, clear: () => {} } }),
  );
  await bar.act(() => findByProp<{ onClick: () => void }>(bar.result, 'onClick').props.onClick());
  const { type, props } = findByProp<{ onGone: unknown; onClose: () => void }>(bar.result, 'onGone');
  const onClose = () => {
    done.closed += 1;
  };
  const dialog = await mount(() => {
    useQuery({ queryKey: [listOrders.path], queryFn: () => (done.reads += 1) });
    done.lost = useLostAccess().lost !== null;
    useQuery({ queryKey: [listUndeliveredEmails.path], queryFn: () => (done.readsOfUndelivered += 1) });
    return type({ ...props, onClose }) as ReactElement<Parameters<typeof ConfirmDialog>[0]>;
  });
  return {
    done,
    responses,
    confirm: () => dialog.act(() => dialog.result.props.onConfirm()),
    close: () => dialog.act(() => dialog.result.props.onClose()),
    isKept: () => findByProp<{ when: boolean }>(dialog.result, 'when').props.when,
    /** The title, the buttons, and what is said in text. */
    shown: () => {
      const { title, confirmLabel, cancelLabel, children } = dialog.result.props;
      const markup = renderToStaticMarkup(children).replaceAll('&#x27;', "'");
      const said = markup.replaceAll(/(<[^>]*>|\s)+/g, ' ').trim();
      return { title, buttons: [confirmLabel, cancelLabel], said };
    },
  };
}

const WHOM = 'Each goes to the organizer of its order. Only paid orders have a confirmation.';

test('refused mails are reported in the question, which stays until it is closed and tries only those again', async () => {
  const { done, responses, confirm, close, shown } = await askToResend();
  expect(shown()).toEqual({
    title: 'Send 3 confirmations again?',
    buttons: ['Resend', 'Cancel'],
    said: WHOM,
  });
  responses.set('2', UNPAID);
  await confirm();
  expect(shown()).toEqual({
    title: 'Send 1 confirmation again?',
    buttons: ['Try again', 'Close'],
    said: `${WHOM} 2 sent, 1 failed: Ben: It is not paid.`,
  });
  expect([done.closed, getToasts()]).toEqual([0, []]);
  // The list of undelivered emails is read again.
  expect(done.readsOfUndelivered).toBe(2);

  await confirm();
  expect(done.asked).toEqual(['1', '2', '3', '2']);
  expect(shown().said).toContain('0 sent, 1 failed: Ben: It is not paid.');
  await close();
  expect(done).toMatchObject({ closed: 1, unselected: [], reads: 1 });
});

test('rows that somebody else has deleted are reported with the refused ones, and the list is read when it closes', async () => {
  const { done, responses, confirm, close, shown } = await askToResend();
  responses.set('1', DELETED).set('2', UNPAID);
  await confirm();
  expect(shown()).toMatchObject({
    title: 'Send 1 confirmation again?',
    said: `${WHOM} 1 sent, 1 failed: Ben: It is not paid. Ada is no longer in the list.`,
  });
  expect(done).toMatchObject({ closed: 0, unselected: [1], reads: 1 });

  await close();
  expect(done).toMatchObject({ closed: 1, unselected: [1], reads: 2 });
});

test('once no mail is refused anymore, the question closes by itself', async () => {
  const { done, responses, confirm } = await askToResend();
  responses.set('1', DELETED).set('2', UNPAID);
  await confirm();
  responses.clear();
  await confirm();
  expect(done).toMatchObject({ closed: 1, reads: 2, asked: ['1', '2', '3', '2'] });
  expect(getToasts()).toMatchObject([{ title: 'Email Sent', description: '1 confirmation sent again.' }]);
});

test('once the session has expired, the page learns it, and what was not sent is kept for the next try', async () => {
  const { done, responses, confirm, shown, isKept } = await askToResend();
  expect(isKept()).toBe(false);
  responses.set('2', refused(401, 'sign_in_first', 'Please sign in.'));
  await confirm();
  expect(done).toMatchObject({ asked: ['1', '2'], closed: 0, lost: true });
  expect(shown()).toMatchObject({
    buttons: ['Try again', 'Close'],
    said: `${WHOM} 1 sent, 2 failed: Ben: Please sign in. Cy: Please sign in.`,
  });
  expect(isKept()).toBe(true);
  responses.clear();
  await confirm();
  expect(done).toMatchObject({ asked: ['1', '2', '2', '3'], closed: 1 });
});
