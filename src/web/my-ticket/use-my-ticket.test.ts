import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { MyTicket } from '#contract/my-ticket.ts';
import { myTicketQuery, takeChange } from './use-my-ticket.ts';

vi.mock('../clock.ts', () => ({ syncClock: () => {}, now: () => new Date() }));

afterEach(() => vi.unstubAllGlobals());

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
