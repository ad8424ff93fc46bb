import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { DoorEngine, DoorState } from '../engine/door-engine.ts';
import { JoinScreen } from './join-screen.tsx';
import { invitationIn, takeInvitation, useInvitation } from './use-invitation.ts';

afterEach(() => vi.unstubAllGlobals());

function shown(invitation: string | null, navigator: object, joined?: { isKnown: boolean }): string {
  vi.stubGlobal('navigator', navigator);
  const phone = joined ? { person: 'Ana', door: 'Garage' } : null;
  const state = { phone, storage: 'kept', waiting: 0 } as DoorState;
  const calls = { engine: {} as DoorEngine, onInvitation: () => {}, onDone: () => {} };
  const props = { ...calls, state, invitation, isKnown: joined?.isKnown ?? false };
  return renderToString(createElement(JoinScreen, props));
}

test('without an invitation its code can be scanned in the page, as an iPhone’s app on the home screen must', () => {
  const app = shown(null, { standalone: true });
  expect(app).toContain('Scan the invitation</span></button>');
  expect(app).toContain('or this app on the home screen can');
  vi.stubGlobal('location', { origin: 'https://summit.example', pathname: '/door' });
  expect(
    [
      'https://summit.example/door#secret',
      'https://summit.example/door',
      'https://summit.example/claim#secret',
      'https://other.example/door#secret',
      'T1111',
    ].map(invitationIn),
  ).toEqual(['secret', null, null, null, null]);
});

test('the secret of an invitation leaves the address, which may be shared', () => {
  let address = '/door#secret';
  vi.stubGlobal('location', { hash: '#secret', pathname: '/door' });
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, next: string) => {
      address = next;
    },
  });
  expect([takeInvitation(), address]).toEqual(['secret', '/door']);
});

test('a phone that has joined can scan another invitation, but is not urged to', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { MoreScreen } = await import('./more-screen.tsx');
  const classOf = (html: string) =>
    /<button[^>]*class="([^"]*)"[^>]*>(?:<[^>]*>)*Scan the invitation/.exec(html)?.[1];
  const state = { phone: { person: 'Ana', door: 'Garage' }, tickets: 3 } as DoorState;
  const calls = { onTestAgain: () => {}, onInvitation: () => {}, onBack: () => {} };
  const more = MoreScreen({ engine: {} as DoorEngine, state, ...calls });
  expect(classOf(renderToString(findByProp(more, 'onInvitation')))).not.toContain('bg-beacon');
  expect(classOf(shown(null, {}))).toContain('bg-beacon');
});

test.each([
  ['an iPhone’s browser', { standalone: false }, true],
  ['its app on the home screen', { standalone: true }, false],
  ['another phone', {}, false],
])(
  'before it joins, %s says that an app on the home screen joins separately: %j, %s',
  (_, navigator, isSaid) => {
    expect(shown('secret', navigator).includes('the home-screen app joins separately')).toBe(isSaid);
  },
);

test('a browser that blocks cookies is told so before it joins', () => {
  const html = shown('secret', { cookieEnabled: false });
  expect(html).toContain('This browser blocks cookies');
  expect([html, shown('secret', { cookieEnabled: true })].map((one) => one.includes('<form'))).toEqual([
    false,
    true,
  ]);
});

test('a phone that opens its own invitation again says so, and can change its door', async () => {
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
  const engine = { hasJoinedWith: async (invitation) => invitation === 'own' } as DoorEngine;
  const own = await mount(() => useInvitation(engine, 'own', 'phone'));
  const other = await mount(() => useInvitation(engine, 'other', 'phone'));
  expect([own, other].map(({ result: [invitation, , isKnown] }) => [invitation, isKnown])).toEqual([
    ['own', true],
    ['other', false],
  ]);
  const again = shown('own', {}, { isKnown: true });
  for (const words of ['has already joined with this invitation', 'Your door', 'Stay as <!-- -->Ana'])
    expect(again).toContain(words);
  expect(shown('other', {}, { isKnown: false })).toContain('Join again with the new invitation');
});
