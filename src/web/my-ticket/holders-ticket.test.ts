import { useQuery } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { ValidTicket } from '#contract/my-ticket.ts';
import type { EventType } from '#domain/packages.ts';
import { findButton, findByProp, textIn } from '#test/elements.ts';
import { eventually } from '#test/eventually.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { setBoot } from '../boot.ts';
import { HoldersTicket } from './holders-ticket.tsx';
import { keepTicket } from './kept-ticket.ts';
import { TicketActions } from './ticket-actions.tsx';
import { myTicketQuery } from './use-my-ticket.ts';

vi.mock('../clock.ts', () => ({ syncClock: () => {}, now: () => new Date('2025-07-15T16:00:00Z') }));

afterEach(() => vi.unstubAllGlobals());

const ticket: ValidTicket = {
  ...{ state: 'valid', id: 1, firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' },
  ...{ track: null, dietaryRestrictions: null, registrationNumber: 'DSS000001', eventType: 'conference' },
  ...{ qrCodeData: 'T1', qrCodeImage: '<svg/>', isIn: false },
};

/** A cache that holds what is put into it. */
function workingCaches() {
  const kept = new Map<string, Response>();
  const cache = {
    put: async (address: string, response: Response) => void kept.set(address, response),
    match: async (address: string) => kept.get(address)?.clone(),
  };
  return { open: async () => cache };
}
const fullCaches = { open: () => Promise.reject(new DOMException('Full', 'QuotaExceededError')) };
const serviceWorker = { register: async () => {}, ready: Promise.resolve() };

const OPENS = 'This page now opens on this device even when you’re offline.';
const ADVICE =
  'The connection may be slow at the door, so take a screenshot of the code, or download the PDF.';

test.each([
  ['that starts pages offline', { serviceWorker }, workingCaches(), OPENS],
  ['without service workers', {}, workingCaches(), ADVICE],
  [
    'that failed to store the page',
    { serviceWorker: { ...serviceWorker, ready: new Promise(() => {}) } },
    workingCaches(),
    ADVICE,
  ],
  ['that could not store the ticket', { serviceWorker }, fullCaches, ADVICE],
])('a browser %s says what helps at the door', async (_, navigator, caches, expected) => {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('caches', caches);
  await keepTicket('key', ticket, new Date());
  const page = await mount(() => HoldersTicket({ pageKey: 'key', ticket, valid: ticket }));
  // Reading the kept ticket takes a few turns of the event loop.
  await eventually(async () => {
    await page.act(() => new Promise(setImmediate));
    const advice = renderToString(findByProp(page.result, 'eventType'));
    expect([OPENS, ADVICE].filter((one) => advice.includes(one))).toEqual([expected]);
  });
});

test('the doors of the conference day are told to whoever comes on that day', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('caches', fullCaches);
  const told = async (eventType: EventType) => {
    const valid = { ...ticket, eventType };
    const page = await mount(() => HoldersTicket({ pageKey: 'key', ticket: valid, valid }));
    const advice = renderToString(findByProp(page.result, 'opensOffline')).replaceAll('<!-- -->', '');
    return /Doors and check-in[^<]+/.exec(advice)?.[0];
  };
  expect([await told('conference'), await told('both'), await told('trainer')]).toEqual([
    'Doors and check-in, 8:00–9:00 AM',
    'Doors and check-in, 8:00–9:00 AM on the conference day',
    undefined,
  ]);
});

test('the latest failed file is reported until the next try, and a ticket that has ended is fetched again', async () => {
  setBoot({ ...sampleLanding.boot, wallets: ['google'] });
  vi.stubGlobal('navigator', { userAgent: '' });
  const calls: string[] = [];
  let goOn = () => {};
  vi.stubGlobal('fetch', async (url: string) => {
    const what = url.split('/').at(-1)!;
    calls.push(what);
    // Turned off since the page was loaded.
    if (what === 'wallet') return Response.json({ apple: null, google: null });
    if (what !== 'pdf') return Response.json({ state: 'ended', because: 'given_away', at: null });
    await new Promise<void>((resolve) => (goOn = resolve));
    return Response.json({ code: 'ticket_ended', message: 'It was given away.' }, { status: 409 });
  });
  const page = await mount(() => {
    useQuery({ ...myTicketQuery('M1'), initialData: ticket });
    return TicketActions({ pageKey: 'M1', ticket });
  });
  const said = () => textIn(findByProp(page.result, 'role'));
  expect(said()).toBe('');
  await page.act(findButton(page.result, 'Google Wallet').props.onClick);
  expect(said()).toBe('Something unexpected happened. Please try again.');
  await page.act(findButton(page.result, 'Download').props.onClick);
  expect(said()).toBe('');
  await page.act(() => goOn());
  await page.act(() => new Promise(setImmediate));
  expect([said(), calls]).toEqual(['It was given away.', ['wallet', 'pdf', 'my-ticket']]);
  await page.act(findButton(page.result, 'Google Wallet').props.onClick);
  expect(said()).toBe('Something unexpected happened. Please try again.');
});
