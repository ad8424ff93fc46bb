import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type AdminOrder, listUndeliveredEmails } from '#contract/admin-orders.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { listRegistrations } from '#contract/registrations.ts';
import { type Drawn, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { OrderQuestion } from '../orders/order-question.tsx';
import {
  type ListedRegistration,
  type RegistrationAction,
  RegistrationQuestion,
} from '../registrations/registration-question.tsx';
import { ConfirmAction, useUnselect } from './confirm-action.tsx';

afterEach(() => vi.unstubAllGlobals());

type Asked = Drawn<Parameters<typeof ConfirmAction>[0]>;

const row = {
  ...{ id: 7, orderId: 42, firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' },
  ...({ eventType: 'conference', checkedInAt: null } as const),
};
const onClose = () => {};
const askAbout = (asked: RegistrationAction) =>
  RegistrationQuestion({ asked, person: row as ListedRegistration, isListed: true, onClose });
const resendTicket = () => askAbout('resend');
const resendEmail = () => OrderQuestion({ asked: 'resend', order: row as never as AdminOrder, onClose });
const freeSeat = () => askAbout('free');

let reads = 0;
let readsOfUndelivered = 0;

/** The rows that are unselected once staff have confirmed, read the response, and closed the question. */
async function unselectedBy(question: () => ReactElement, response: Response) {
  vi.stubGlobal('fetch', async () => response);
  const unselected: unknown[] = [];
  const unselect = (gone: unknown) => void unselected.push(gone);
  reads = 0;
  readsOfUndelivered = 0;
  const readList = async () => {
    reads += 1;
    return reads;
  };
  const dialog = await mount(() => {
    useUnselect(unselect);
    useQuery({ queryKey: [listRegistrations.path], queryFn: readList });
    useQuery({ queryKey: [listUndeliveredEmails.path], queryFn: () => (readsOfUndelivered += 1) });
    const { type, props } = question() as Drawn<object>;
    return ConfirmAction((type(props) as Asked).props).props;
  });
  await dialog.act(() => dialog.result.onConfirm());
  if (!response.ok) await dialog.act(() => dialog.result.onClose());
  return unselected;
}

const refused = (status: number, code: ErrorCode) => Response.json({ code, message: 'No.' }, { status });

test.each([
  ['a ticket', resendTicket, 'registration_not_found', 'registrations'],
  ['a confirmation', resendEmail, 'order_not_found', 'orders'],
] as const)(
  'resending %s unselects the row only if somebody else has deleted it',
  async (_what, question, notFound, list) => {
    expect(await unselectedBy(question, refused(404, notFound))).toEqual([{ list, id: 7 }]);
    // The list is read again without it.
    expect(reads).toBe(2);
    expect(await unselectedBy(question, refused(409, 'ticket_not_paid'))).toEqual([]);
    expect(await unselectedBy(question, Response.json({ success: true, sentTo: 'ada@example.org' }))).toEqual(
      [],
    );
    // The list of undelivered emails is read again.
    expect(readsOfUndelivered).toBe(2);
  },
);

test('an action that removes a row unselects it, also if somebody else was faster', async () => {
  const gone = [{ list: 'registrations', id: 7 }];
  expect(await unselectedBy(freeSeat, Response.json({ success: true }))).toEqual(gone);
  expect(await unselectedBy(freeSeat, refused(404, 'registration_not_found'))).toEqual(gone);
  expect(await unselectedBy(freeSeat, refused(409, 'ticket_not_paid'))).toEqual([]);
});

test.each([
  ['free', 'free-seat'],
  ['delete', '7'],
] as const)('to %s says whose ticket staff were asked about', async (asked, end) => {
  const sent: [string, unknown][] = [];
  let person = row;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'GET') sent.push([url, init.body && JSON.parse(String(init.body))]);
    return Response.json({ success: true });
  });
  const question = await mount(() => {
    const props = { asked, person: person as ListedRegistration, isListed: true, onClose };
    let drawn = RegistrationQuestion(props) as Drawn<object>;
    while (drawn.type !== (ConfirmAction as unknown)) drawn = drawn.type(drawn.props) as Drawn<object>;
    return ConfirmAction((drawn as Asked).props).props;
  });
  // Somebody else gets the ticket, and the list is read again.
  person = { ...row, firstName: 'Bob', email: 'bob@example.org' };
  await question.render();
  await question.act(() => question.result.onConfirm());
  const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' };
  expect(sent).toEqual([[expect.stringMatching(`/${end}$`), { seen }]]);
});

test.each([
  ['2025-09-19T15:00:00Z', true],
  ['2025-09-20T15:00:00Z', false],
])('the seat of somebody who came at %s can be freed: %s', (checkedInAt, isReady) => {
  const person = { ...row, checkedInAt } as ListedRegistration;
  let drawn: Drawn<object> | null = null;
  return mount(() => {
    const { type, props } = RegistrationQuestion({
      asked: 'free',
      person,
      isListed: true,
      onClose,
    }) as Drawn<object>;
    drawn = type(props) as Drawn<object>;
  }).then(() => expect((drawn as unknown as Asked).props.isReady).toBe(isReady));
});

test.each([
  ['completed', true, 'goes to ada@example.org'],
  ['refunded', false, 'Only a paid order has a confirmation to send.'],
] as const)(
  'the question whether to resend the email of a %s order can be confirmed: %s',
  (paymentStatus, isReady, text) => {
    const order = { ...sampleOrder({ paymentStatus, organizerEmail: 'ada@example.org' }) } as AdminOrder;
    const { type, props } = OrderQuestion({ asked: 'resend', order, onClose }) as Drawn<object>;
    const asked = type(props) as Asked;
    expect(asked.props.isReady).toBe(isReady);
    expect(textIn(asked.props.children)).toContain(text);
  },
);

test('closing asks first while the question has unsaved input', async () => {
  vi.stubGlobal('removeEventListener', () => {});
  let closings = 0;
  const words = { title: 'Dismiss?', confirmLabel: 'Dismiss', busyLabel: 'Saving', refreshes: [] };
  const said = { success: () => ({ title: '', description: '' }), failed: { title: '', otherwise: '' } };
  const onClosed = () => {
    closings += 1;
  };
  const dialog = await mount(
    () =>
      ConfirmAction({ ...words, ...said, run: async () => {}, onClose: onClosed, children: 'Note' }).props,
  );
  const close = () => dialog.act(() => dialog.result.onClose());
  const question = () =>
    findByProp<{ onDiscard: () => void; onKeep: () => void }>(dialog.result.children, 'onDiscard').props;
  const { unsaved } = findByProp<{ value: Record<'unsaved', Set<object>> }>(dialog.result.children, 'value')
    .props.value;
  unsaved.add({});
  await close();
  await dialog.act(() => question().onKeep());
  expect(question).toThrow();
  await close();
  expect(closings).toBe(0);
  await dialog.act(() => question().onDiscard());
  expect(closings).toBe(1);
  unsaved.clear();
  await close();
  expect(closings).toBe(2);
});
