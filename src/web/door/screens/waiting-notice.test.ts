import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DoorEngine, DoorState } from '../engine/door-engine.ts';
import { EndedScreen } from './ended-screen.tsx';
import { JoinScreen } from './join-screen.tsx';

const engine = { own: () => [] } as unknown as DoorEngine;
const KEEP_OPEN = 'Keep this page open, or open it again when you’re online.';
const JOIN = 'Once this phone has joined, it sends the waiting scans.';

function ended(state: Partial<DoorState>): string {
  return renderToString(
    createElement(EndedScreen, { engine, state: state as DoorState, onInvitation: () => {} }),
  );
}

function join(invitation: string | null, state: Partial<DoorState>): string {
  const given = { phone: null, storage: 'kept', ...state } as DoorState;
  const props = {
    engine,
    state: given,
    invitation,
    isKnown: false,
    onInvitation: () => {},
    onDone: () => {},
  };
  return renderToString(createElement(JoinScreen, props));
}

test.each([
  ['its invitation expired', KEEP_OPEN, (waiting: number) => ended({ wipedBecause: 'ended', waiting })],
  ['it was revoked', KEEP_OPEN, (waiting: number) => ended({ wipedBecause: 'revoked', waiting })],
  ['it needs an invitation', JOIN, (waiting: number) => join(null, { waiting })],
  ['it joins again', JOIN, (waiting: number) => join('secret', { waiting })],
])('a phone with unsent scans says so: %s', (_, advice, render) => {
  expect(render(27)).toContain('27 scans are still waiting');
  expect(render(27)).toContain(advice);
  expect(render(1)).toContain('1 scan is still waiting');
  expect(render(0)).not.toContain('waiting');
});
