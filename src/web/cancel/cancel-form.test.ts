import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Cancellation } from '#contract/cancel.ts';
import { findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { syncClock } from '../clock.ts';
import { CancelForm } from './cancel-form.tsx';
import { CancelPage } from './cancel-page.tsx';
import { cancellationQuery } from './use-cancel.ts';

const address = vi.hoisted(() => ({ transactionId: '7K2M', moveTo: (_: object) => {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  getRouteApi: () => ({ useParams: () => address, useNavigate: () => address.moveTo }),
}));
vi.mock('../boot.ts', () => ({ boot: { now: '2025-07-15T16:00:00Z' } }));

afterEach(() => vi.unstubAllGlobals());

const seats = (freeSeats: number): Cancellation => ({
  ...{ transactionId: '7K2M', registrationNumber: 'DSS000042', isPast: false },
  ...{ bought: { seats: 3, price: 0, total: 0 }, captured: 0, refunded: 0, lost: 0, isDisputed: false },
  ...{ isRefundedElsewhere: false, people: [], freeSeats, list: [] },
});

/** The page of a free order with three free seats. */
async function openPage() {
  const sent: string[] = [];
  const server = { left: 3, canRead: true, status: 502, reading: Promise.resolve() };
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'GET' && server.canRead) {
      const read = seats(server.left);
      await server.reading;
      return Response.json(read);
    }
    if (body) sent.push((JSON.parse(body as string) as { refundId: string }).refundId);
    const done = { amount: 0, seats: 1, state: null, cancellation: seats(server.left) };
    return Response.json(server.status === 200 ? done : {}, { status: server.status });
  });
  const page = await mount(() => {
    const { data = seats(3) } = useQuery(cancellationQuery('7K2M'));
    return CancelForm({ transactionId: '7K2M', cancellation: data });
  });
  const run = (prop: string, ...given: unknown[]) =>
    page.act(() => {
      const { props } = findByProp<Record<string, (...values: unknown[]) => void>>(page.result, prop);
      props[prop]!(...given);
    });
  const confirm = async () => {
    await run('onClick');
    await run('onConfirm');
  };
  return {
    server,
    sent,
    choose: (key: string) => run('onChoose', new Set([key])),
    confirm,
    /** Confirms, and closes the dialog, which stays open after a failure. */
    async send() {
      await confirm();
      await run('onClose');
    },
    /** What a screen reader announces of the preview. */
    said() {
      const { type, props } = findByProp<{ outcome: object }>(page.result, 'outcome');
      return textIn(findByProp<{ role: string }>(type(props), 'role'));
    },
    left: () =>
      findByProp<{ cancellation: Cancellation }>(page.result, 'cancellation').props.cancellation.freeSeats,
    /** Of the message about the failure. */
    title: () => findByProp<{ title?: string }>(page.result, 'title').props.title,
  };
}

const NO_MESSAGE = 'no element has the prop title';

test('a lost response stays reported, with the same id, until the page shows the seats again', async () => {
  const { server, sent, choose, send, title } = await openPage();
  await choose('free-0');
  Object.assign(server, { left: 2, canRead: false });
  await send();
  expect(title()).toBe('The cancellation is not confirmed');
  await choose('free-1');
  await send();
  expect([title(), sent[1]]).toEqual(['The cancellation is not confirmed', sent[0]]);

  server.canRead = true;
  await send();
  // Also for a retry of the same choice.
  await send();
  expect([title(), sent[2], sent[3]]).toEqual(['The cancellation is not confirmed', sent[0], sent[0]]);
});

test('the choice is announced, but not that a cancellation has cleared it', async () => {
  const { server, choose, confirm, said } = await openPage();
  await choose('free-0');
  expect(said()).toBe('There is no refund. The order was free.');
  Object.assign(server, { left: 2, status: 200 });
  await confirm();
  expect(said()).toBe('');
});

test('once the page shows that seats were canceled, another choice is another cancellation', async () => {
  const { server, sent, choose, send, title } = await openPage();
  await choose('free-0');
  server.left = 2;
  await send();
  await choose('free-1');
  expect(title).toThrow(NO_MESSAGE);
  await send();
  expect(sent[1]).not.toBe(sent[0]);
});

test('the message of a refusal goes with the dialog', async () => {
  const { server, choose, send, title } = await openPage();
  await choose('free-0');
  server.status = 409;
  await send();
  expect(title).toThrow(NO_MESSAGE);
});

test('after a retry, a slow earlier response does not bring the canceled seats back', async () => {
  const { server, choose, confirm, send, left } = await openPage();
  const look = Promise.withResolvers<void>();
  server.reading = look.promise;
  await choose('free-0');
  await send();
  Object.assign(server, { left: 2, status: 200 });
  await confirm();
  look.resolve();
  await choose('free-1');
  expect(left()).toBe(2);
});

test('while staff decide which seats to cancel for a refund made elsewhere, no seat can be chosen', async () => {
  const cancellation = { ...seats(3), isRefundedElsewhere: true };
  const page = await mount(() => CancelForm({ transactionId: '7K2M', cancellation }));
  expect(() => findByProp(page.result, 'onChoose')).toThrow('no element has the prop onChoose');
});

test('what the question says about the refund is what is sent, also if the rule gives less meanwhile', async () => {
  const moveClock = (to: string) => syncClock(String(Date.parse(to)));
  onTestFinished(() => moveClock('2025-07-15T16:00:00Z'));
  moveClock('2025-09-06T05:59:59Z');
  const sent: number[] = [];
  const paid = { ...seats(1), bought: { seats: 1, price: 20_00, total: 20_00 }, captured: 20_00 };
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (!body) return Response.json(paid);
    sent.push((JSON.parse(body as string) as { amount: number }).amount);
    return Response.json({ code: 'amount_changed', message: 'Now $10.00' }, { status: 409 });
  });
  const page = await mount(() => CancelForm({ transactionId: '7K2M', cancellation: paid }));
  const question = () =>
    findByProp<{ confirmLabel: string; onConfirm: () => void }>(page.result, 'confirmLabel').props;
  await page.act(() => findByProp<{ onClick: () => void }>(page.result, 'onClick').props.onClick());
  expect(question().confirmLabel).toBe('Cancel and get $20.00 back');
  moveClock('2025-09-06T06:00:00Z');
  await page.render();
  expect(question().confirmLabel).toBe('Cancel and get $20.00 back');
  await page.act(() => question().onConfirm());
  expect([sent, question().confirmLabel]).toEqual([[20_00], 'Cancel and get $10.00 back']);
});

test('an address that names the order by a provider’s id becomes the order’s own', async () => {
  vi.stubGlobal('fetch', async () => Response.json(seats(3)));
  const moveTo = vi.fn();
  Object.assign(address, { transactionId: 'cs_1', moveTo });
  await mount(() => CancelPage());
  expect(moveTo.mock.calls).toEqual([[{ params: { transactionId: '7K2M' }, replace: true }]]);
});
