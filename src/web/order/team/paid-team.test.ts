import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../../boot.ts';
import { PaidTeam } from './paid-team.tsx';
import { TeamPage } from './team-page.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: 'a',
  getRouteApi: () => ({
    useParams: () => ({ transactionId: '7K2M' }),
    useSearch: () => ({ reminders: 'off' }),
    useNavigate: () => () => {},
  }),
}));

afterEach(() => vi.unstubAllGlobals());

/** The page of a team with one free seat. */
function pageOf(now: string, given: Partial<Team> = {}): string {
  setBoot({ ...sampleLanding.boot, now });
  const order = { transactionId: '7K2M', eventType: 'conference', teamName: 'Riverside School' };
  const mail = { ticketMail: null, ticketOpenedAt: null, isCheckedIn: false, isLeaving: false, isTold: true };
  const team = {
    ...{ order, namingEndsOn: '2025-09-18', isNamingOpen: false, canName: false, seats: 2, freeSeats: 1 },
    people: [{ ...sampleRegistration(), ...mail }],
    ...{ invitations: [], teamLink: null, remindersStoppedAt: null },
    ...given,
  } as unknown as Team;
  const page = createElement(PaidTeam, { team, reminders: null });
  const html = renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, page));
  return html.replaceAll('<!-- -->', '').replaceAll(/<\/?span[^>]*>/g, '');
}

const open = { isNamingOpen: true, canName: true };
const [DURING_NAMING, AFTER_NAMING, PAST] = [
  '2025-09-17T16:00:00Z',
  '2025-09-19T16:00:00Z',
  '2025-09-22T16:00:00Z',
];

test('after the event the page shows who had which seat, and no forms, not even to staff', () => {
  const controls = /<(form|button|details)/;
  expect(pageOf(DURING_NAMING, open)).toMatch(controls);
  const page = pageOf(PAST, { canName: true });
  expect(page).toMatch('The event is over, so nothing can be changed.');
  expect(page).toMatch('Sam Reyes');
  expect(page).not.toMatch(controls);
});

test('once naming has ended on the page, it links to the form on the order’s page, which names seats of teams alone', () => {
  const link = /You can still name a seat <a [^>]*hash="add-member"[^>]*>on the order’s page<\/a>/g;
  const linksOn = (page: string) => page.match(link)?.length ?? 0;
  const page = pageOf(AFTER_NAMING);
  expect(page).toMatch('The deadline for naming seats on this page was September 18');
  // Above the seats, and in the row of the free one.
  expect(linksOn(page)).toBe(2);
  expect(linksOn(pageOf(DURING_NAMING, open))).toBe(0);
  const single = pageOf(AFTER_NAMING, { seats: 1, people: [] });
  expect([linksOn(single), single.match(/The help desk at the door can still name the seat\./g)]).toEqual([
    0,
    expect.objectContaining({ length: 2 }),
  ]);
});

test('an order without seats says why none can be named, and a reminder’s link still turns reminders off', async () => {
  vi.stubGlobal('fetch', async () => Response.error());
  const { result } = await mount(
    () => TeamPage() as ReactElement<{ children: (team: Pick<Team, 'order' | 'seats'>) => ReactNode }>,
  );
  const saidOf = (isPaid: boolean, seats: number) => {
    const order = { ...sampleOrder(), isPaid, teamName: 'Riverside School' };
    const page = result.props.children({ order, seats });
    expect(findByProp(page, 'turnsOff').props).toMatchObject({ turnsOff: true });
    return textIn(findByProp(page, 'className'));
  };
  expect([saidOf(true, 0), saidOf(false, 2)]).toEqual([
    'All seats in this order were canceled.',
    'Seats can be named only in a paid order. The order’s page shows its status.',
  ]);
});
