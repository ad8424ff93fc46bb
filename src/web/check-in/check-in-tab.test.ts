import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { BandState, DoorPerson } from './band-state.ts';
import { CheckInTab } from './check-in-tab.tsx';
import type { CheckIn } from './use-check-in.ts';

vi.mock('../scanning/device-switches.tsx', () => ({ DeviceSwitches: () => null }));
vi.mock('../toasts.tsx', () => ({ loadToaster: async () => {} }));

afterEach(() => vi.unstubAllGlobals());

const person: DoorPerson = {
  ...{ firstName: 'Ben', lastName: 'Next', email: 'ben@example.org', track: null, ticket: 'Conference' },
  ...{ dietaryRestrictions: null, isOrganizer: false, notes: [] },
};

async function openTab() {
  const tab = await mount(() => CheckInTab({ tools: null }));
  const checkIn = () => findByProp<{ checkIn: CheckIn }>(tab.result, 'checkIn').props.checkIn;
  const { onUndone } = findByProp<{ onUndone: () => void }>(tab.result, 'onUndone').props;
  return { tab, checkIn, undo: () => tab.act(onUndone) };
}

test.each<[string, BandState, BandState['kind']]>([
  ['clears green', { kind: 'admitted', person }, 'none'],
  ['clears a ticket that counted as used', { kind: 'used', person, detail: '' }, 'none'],
  ['keeps whoever is chosen', { kind: 'chosen', registrationId: 2, person }, 'chosen'],
  ['keeps a valid ticket', { kind: 'valid', registrationId: 2, person, token: 'code' }, 'valid'],
  ['keeps a refused ticket', { kind: 'refused', person, message: '' }, 'refused'],
])('an undo %s', async (_what, band, after) => {
  const { tab, checkIn, undo } = await openTab();
  // The function is the one of an earlier render, as after a slow response.
  await tab.act(() => checkIn().show(band));
  await undo();
  expect(checkIn().band.kind).toBe(after);
});

test('a ticket that is being checked gets its verdict in spite of an undo', async () => {
  let respond!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  const { tab, checkIn, undo } = await openTab();
  await tab.act(() => void checkIn().validate('code'));
  await undo();
  expect(checkIn().band.kind).toBe('checking');
  const verdict = { valid: false, message: 'Unknown', reason: 'unknown', registration: null };
  await tab.act(() => respond(Response.json(verdict)));
  expect(checkIn().band).toEqual({ kind: 'refused', person: null, message: 'Unknown' });
});
