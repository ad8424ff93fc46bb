import { describe, expect, test } from 'vitest';
import { claimRefusal, dueReminder, isNamingOpen, seatsToGive, unpromisedSeats } from './naming.ts';

const ZONE = 'America/Denver';
const rule = { namingEndsOn: '2025-09-18', remindDaysBefore: [14, 7, 3] };

test('naming ends with its last day in the event’s time zone (R-TEAM-1)', () => {
  const content = { deadlines: rule, event: { zone: ZONE } };
  expect(isNamingOpen(content, new Date('2025-09-19T05:59:59.999Z'))).toBe(true);
  expect(isNamingOpen(content, new Date('2025-09-19T06:00:00Z'))).toBe(false);
});

describe('which reminder is due (R-TEAM-5)', () => {
  const due = (now: string, orderedAt = '2025-07-15T16:00:00Z') =>
    dueReminder(rule, ZONE, { now: new Date(now), orderedAt: new Date(orderedAt) });

  test.each([
    ['2025-09-04T14:59:59Z', null],
    ['2025-09-04T15:00:00Z', 14],
    ['2025-09-05T05:59:59Z', 14],
    ['2025-09-05T06:00:00Z', null],
    ['2025-09-11T14:59:59Z', null],
    ['2025-09-11T15:00:00Z', 7],
    ['2025-09-15T15:00:00Z', 3],
    ['2025-09-18T15:00:00Z', null],
  ])('at %s: %s', (now, days) => expect(due(now)).toBe(days));

  test('an order placed after a reminder waits for the next', () => {
    expect(due('2025-09-04T15:00:00Z', '2025-09-04T15:00:00Z')).toBe(null);
    expect(due('2025-09-11T15:00:00Z', '2025-09-04T15:00:00Z')).toBe(7);
  });

  test('without reminders in the rule none is due', () => {
    const silent = { ...rule, remindDaysBefore: [] };
    const when = { now: new Date('2025-09-15T15:00:00Z'), orderedAt: new Date('2025-07-15T16:00:00Z') };
    expect(dueReminder(silent, ZONE, when)).toBe(null);
  });
});

test('invitations reserve their seats; the rest is never negative (R-TEAM-2)', () => {
  expect(unpromisedSeats({ free: 5, invited: 2 })).toBe(3);
  expect(unpromisedSeats({ free: 1, invited: 2 })).toBe(0);
});

test('invitations keep their seats until naming is over (R-TEAM-2)', () => {
  const seats = { free: 3, invited: 2 };
  expect([seatsToGive(seats, true), seatsToGive(seats, false)]).toEqual([1, 3]);
});

describe('whether a link gives a seat (R-TEAM-3)', () => {
  const at = new Date('2025-09-01T00:00:00Z');
  const out = { withdrawnAt: null, usedAt: null };
  const single = { ...out, forTeam: false };
  const team = { ...out, forTeam: true };

  test.each([
    ['a single link while a seat is free', single, { free: 1, invited: 1 }, true, null],
    ['a single link after the seats were named', single, { free: 0, invited: 1 }, true, 'team_full'],
    ['a single link after a refund left fewer seats', single, { free: 1, invited: 2 }, true, null],
    ['a withdrawn link', { ...single, withdrawnAt: at }, { free: 1, invited: 0 }, true, 'claim_withdrawn'],
    ['a used link', { ...single, usedAt: at }, { free: 1, invited: 0 }, true, 'claim_used'],
    ['a used link after the end', { ...single, usedAt: at }, { free: 1, invited: 0 }, false, 'claim_used'],
    ['any link after the end', single, { free: 1, invited: 1 }, false, 'naming_over'],
    ['the team’s link', team, { free: 2, invited: 1 }, true, null],
    ['the team’s link when the rest is promised', team, { free: 1, invited: 1 }, true, 'team_full'],
  ])('depends on the link and the seats: %s', (_, link, seats, isOpen, expected) => {
    expect(claimRefusal(link, seats, isOpen)).toBe(expected);
  });
});
