import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { findButton } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { Reminders } from './reminders.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each<[string, number, number, boolean, boolean, boolean?]>([
  ['a team with free seats', 5, 2, false, true],
  ['a full team', 5, 0, false, false],
  ['a full team, from the link in a reminder', 5, 0, true, true],
  ['a single seat', 1, 1, false, false],
  ['the only seat left, from the link in a reminder', 1, 1, true, true],
  ['a team after the naming deadline', 5, 2, false, false, false],
  ['a team after the naming deadline, from the link in a reminder', 5, 2, true, true, false],
])(
  'reminders can be turned off or on for %s: %s of %s free, %s',
  async (_what, seats, freeSeats, followed, shown, isNamingOpen = true) => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      sent.push(url);
      return Response.json({ stopped: true });
    });
    const order = { transactionId: '7K2M' };
    const team = { order, seats, freeSeats, isNamingOpen, remindersStoppedAt: null } as unknown as Team;
    let turnsOff = followed;
    const page = await mount(() => Reminders({ team, turnsOff, onTurnedOff: () => (turnsOff = false) }));
    await page.render();
    expect([page.result !== null, turnsOff, sent]).toEqual([
      shown,
      false,
      followed ? ['/api/order/7K2M/reminders/stop'] : [],
    ]);
  },
);

test('reminders that the button turned off, because the call on arrival failed, are not turned off again by a reload', async () => {
  const responses = [Response.error(), Response.json({ stopped: true })];
  vi.stubGlobal('fetch', async () => responses.shift()!);
  const order = { transactionId: '7K2M' };
  const team = {
    order,
    seats: 5,
    freeSeats: 2,
    isNamingOpen: true,
    remindersStoppedAt: null,
  } as unknown as Team;
  let turnsOff = true;
  const page = await mount(() => Reminders({ team, turnsOff, onTurnedOff: () => (turnsOff = false) }));
  expect(turnsOff).toBe(true);
  await page.act(() => findButton(page.result, 'Turn reminders off').props.onClick());
  expect(turnsOff).toBe(false);
});
