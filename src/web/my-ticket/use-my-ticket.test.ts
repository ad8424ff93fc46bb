import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { MyTicket } from '#contract/my-ticket.ts';
import { mount } from '#test/mount.ts';
import { myTicketQuery, takeChange, useMyTicket } from './use-my-ticket.ts';

vi.mock('../clock.ts', () => ({ syncClock: () => {}, now: () => new Date() }));

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
