import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { MyTicket } from '#contract/my-ticket.ts';
import { type Drawn, findByProp, textIn } from '#test/elements.ts';
import { eventually } from '#test/eventually.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { setBoot } from '../boot.ts';
import { keepTicket } from './kept-ticket.ts';
import { MyTicketPage } from './my-ticket-page.tsx';
import { myTicketQuery, takeChange, useMyTicket } from './use-my-ticket.ts';

vi.mock('../clock.ts', () => ({ syncClock: () => {}, now: () => new Date(), everySecond: () => () => {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouterState: () => 'key',
}));

afterEach(() => vi.unstubAllGlobals());

const valid: MyTicket = {
  ...{ state: 'valid', id: 1, firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' },
  ...{ track: null, dietaryRestrictions: null, registrationNumber: 'DSS000001', eventType: 'conference' },
  ...{ qrCodeData: 'T1', qrCodeImage: '<svg/>', isIn: false },
};
const returned: MyTicket = { state: 'ended', because: 'returned', at: '2025-07-15T16:00:00.000Z' };
const givenAway: MyTicket = { ...returned, because: 'given_away' };

test('a response to a change outlasts an older call that is still on its way', async () => {
  let respond!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)));
  const client = new QueryClient();
  const page = new QueryObserver(client, myTicketQuery('key'));
  const leave = page.subscribe(() => {});
  await takeChange(client, 'key', returned);
  respond(Response.json(givenAway));
  await new Promise(setImmediate);
  expect(page.getCurrentResult().data).toEqual(returned);
  leave();
});

test.each<[string, () => Response, object]>([
  [
    'leaves when staff have deleted it',
    () => Response.json({ code: 'ticket_page_unknown', message: 'No.' }, { status: 404 }),
    { data: undefined, isUnknown: true },
  ],
  ['stays without a network', () => Response.error(), { data: valid, isUnknown: false }],
])('a ticket that is open in a tab %s', async (_what, response, expected) => {
  const responses = [() => Response.json(valid), response];
  vi.stubGlobal('fetch', async () => responses.shift()!());
  let goOnline!: () => void;
  vi.stubGlobal('addEventListener', (_name: string, ask: () => void) => (goOnline = ask));
  const tab = await mount(() => useMyTicket('key'));
  expect(tab.result.data).toEqual(valid);
  await tab.act(goOnline);
  expect(tab.result).toMatchObject(expected);
});

test('the kept copy says why it is shown, also during a retry, and does not claim that the ticket is still valid', async () => {
  setBoot(sampleLanding.boot);
  const kept = new Map<string, Response>();
  const put = async (address: string, response: Response) => void kept.set(address, response);
  const match = async (address: string) => kept.get(address)?.clone();
  vi.stubGlobal('caches', { open: async () => ({ put, match }) });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  await keepTicket('key', valid, new Date('2025-07-15T16:00:00.000Z'));
  let response: Response | Promise<Response> = new Response('', { status: 502 });
  vi.stubGlobal('fetch', () => response);
  const { result } = await mount(() => MyTicketPage());
  const { type: TicketOf, props } = findByProp<{ ticketKey: string }>(result, 'ticketKey');
  const page = await mount(() => TicketOf(props));
  const notice = () => {
    const { type: KeptNotice, props } = findByProp<{ notice: Drawn<object> }>(page.result, 'notice').props
      .notice;
    return KeptNotice(props);
  };
  const button = () =>
    findByProp<{ action: Drawn<ComponentProps<'button'> & { busy: boolean }> }>(notice(), 'action').props
      .action.props;
  await eventually(async () => {
    await page.act(() => new Promise(setImmediate));
    expect(textIn(notice())).toBe(
      'The server sent an unexpected response. Please try again in a moment. If nothing has changed since, the ticket works at the door. To change something, you need a connection.',
    );
  });
  expect(button().busy).toBe(false);
  response = new Promise(() => {});
  await page.act(() => button().onClick!({} as never));
  expect(button().busy).toBe(true);
});
