import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { DoorEngine, DoorState, Team } from '../engine/door-engine.ts';
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
