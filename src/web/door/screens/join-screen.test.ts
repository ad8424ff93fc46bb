import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { DoorEngine, DoorState } from '../engine/engine.ts';
import { JoinScreen } from './join-screen.tsx';
import { invitationIn } from './use-invitation.ts';

afterEach(() => vi.unstubAllGlobals());

function shown(invitation: string | null, navigator: object): string {
  vi.stubGlobal('navigator', navigator);
  const state = { phone: null, storage: 'kept', waiting: 0 } as DoorState;
  const props = { engine: {} as DoorEngine, state, invitation, onInvitation: () => {}, onDone: () => {} };
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

test.each([
  ['an iPhone’s browser', { standalone: false }, true],
  ['its app on the home screen', { standalone: true }, false],
  ['another phone', {}, false],
])(
  'before it joins, %s says that an app on the home screen joins separately: %j, %s',
  (_, navigator, isSaid) => {
    expect(shown('secret', navigator).includes('that app joins separately')).toBe(isSaid);
  },
);
