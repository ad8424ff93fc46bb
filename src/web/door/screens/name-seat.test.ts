import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { DoorEngine, DoorState, Team } from '../engine/door-engine.ts';
import { NameSeat } from './name-seat.tsx';
import { TeamScreen } from './team-screen.tsx';
import type { Question } from './verdict-flow.ts';

const team: Team = {
  order: 42,
  number: 'DSS000042',
  organization: null,
  packageLabel: 'Conference',
  size: 2,
  in: 1,
  freeSeats: 1,
  isWelcome: true,
  people: [],
};

afterEach(() => vi.unstubAllGlobals());

test('a name being typed stays when others take the last seat, but cannot be given to it', async () => {
  let freeSeats = 1;
  const screen = await mount(() =>
    TeamScreen({
      engine: {} as DoorEngine,
      state: {} as DoorState,
      question: { person: {}, isIn: true } as Question,
      team: { ...team, freeSeats },
      onAdmit: () => {},
      onBack: () => {},
    }),
  );
  const seat = await mount(() => {
    const { type, props } = findByProp<{ onNamed: () => void }>(screen.result, 'onNamed');
    return type(props);
  });
  const html = () => renderToString(seat.result);
  await seat.act(() => findButton(seat.result, 'Name a free seat').props.onClick());
  expect(html()).toContain('First name');
  expect(html()).not.toContain('aria-disabled="true"');
  freeSeats = 0;
  await screen.render();
  await seat.render();
  expect(html()).toContain('First name');
  expect(html()).toContain('The last seat has just been taken');
  expect(html()).toContain('aria-disabled="true"');
});

test.each([
  [true, []],
  [false, ['seat 1']],
])('a name gets a seat only if it counts (practice: %s)', async (practice, expected) => {
  const named: unknown[] = [];
  const engine = { nameSeat: async () => ({ seat: 'seat 1' }) } as Partial<DoorEngine> as DoorEngine;
  const onNamed = (key: object) => named.push(...Object.values(key));
  const seat = await mount(() => NameSeat({ engine, state: { practice } as DoorState, team, onNamed }));
  await seat.act(() => findButton(seat.result, 'Name a free seat').props.onClick());
  const form = findByProp<{ onSubmit: (first: string, last: string) => Promise<void> }>(
    seat.result,
    'onSubmit',
  );
  await seat.act(() => form.props.onSubmit('Ada', 'Sample'));
  expect(named).toEqual(expected);
});
