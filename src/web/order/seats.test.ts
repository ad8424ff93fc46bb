import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import {
  firstTicket,
  missingWords,
  seatsOfOrder,
  seatsToName,
  unnamedSeatsSentence,
  withRegistration,
} from './seats.ts';

const jane = sampleRegistration({ id: 8, firstName: 'Jane', isOrganizer: true });
const sam = sampleRegistration({ id: 7, firstName: 'Sam', track: null });

test('the organizer comes first, and unnamed seats follow', () => {
  const seats = seatsOfOrder({ teamMemberCount: 5, seatsReturned: 0, eventType: 'both' }, [sam, jane]);
  expect(seats.map((seat) => [seat.number, seat.registration?.firstName ?? null, seat.missing])).toEqual([
    [1, 'Jane', []],
    [2, 'Sam', ['track']],
    [3, null, []],
    [4, null, []],
    [5, null, []],
  ]);
});

test("the ticket that is shown is the organizer's, or the first one there is, of a paid order", () => {
  const code = { qrCodeImage: '<svg/>' };
  const registrations = [
    { ...sam, ...code },
    { ...jane, ...code },
  ];
  const order = sampleOrder({ teamMemberCount: 5 });
  const shown = (data: Parameters<typeof firstTicket>[0]) => firstTicket(data)?.firstName ?? null;
  expect(shown({ order, registrations })).toBe('Jane');
  expect(shown({ order, registrations: [{ ...sam, ...code }, jane] })).toBe('Sam');
  expect(shown({ order, registrations: [jane, sam] })).toBeNull();
  expect(shown({ order: { ...order, paymentStatus: 'refunded' }, registrations })).toBeNull();
});

test('seats can be named in a paid order until the event is over', () => {
  const order = sampleOrder({
    ...{ teamMemberCount: 5, seatsReturned: 1, freeSeats: 3, attendeeDataStatus: 'partial' },
  });
  const registrations = [jane];
  setBoot({ ...sampleLanding.boot, now: event.startsAt });
  expect(seatsToName({ order, registrations })).toBe(3);
  expect(seatsToName(withRegistration({ order, registrations }, sampleRegistration({ id: 11 })))).toBe(2);
  // A pending refund returns two.
  expect(seatsToName({ order: { ...order, freeSeats: 1 }, registrations })).toBe(1);
  expect(seatsToName({ order: { ...order, paymentStatus: 'pending' }, registrations })).toBe(0);
  setBoot({ ...sampleLanding.boot, now: event.closesAt });
  expect(seatsToName({ order, registrations })).toBe(0);
});

test('a refunded seat no longer counts', () => {
  const order = sampleOrder({ teamMemberCount: 5, seatsReturned: 3, eventType: 'trainer' });
  expect(seatsOfOrder(order, [jane]).map((seat) => seat.number)).toEqual([1, 2]);
});

test('all people are listed even if there are more than seats', () => {
  const seats = seatsOfOrder({ teamMemberCount: 1, seatsReturned: 0, eventType: 'trainer' }, [jane, sam]);
  expect(seats.map((seat) => seat.registration?.firstName)).toEqual(['Jane', 'Sam']);
  expect(seats.map((seat) => seat.missing)).toEqual([[], []]);
});

test.each([
  [0, 'There are no free seats left.'],
  [1, '1 seat still needs a name.'],
  [4, '4 seats still need a name.'],
])('with %i seats to name, the page says: %s', (count, sentence) => {
  expect(unnamedSeatsSentence(count)).toBe(sentence);
});

test('adding a member updates the list, and keeps what was refunded', () => {
  const order = sampleOrder({ teamMemberCount: 5 });
  let data: OrderWithRegistrations = { order, registrations: [jane], refunded: 40_00 };
  for (const id of [11, 12, 13, 14]) data = withRegistration(data, sampleRegistration({ id }));
  expect(data.registrations.map((one) => one.id)).toEqual([8, 11, 12, 13, 14]);
  expect(data.refunded).toBe(40_00);
  expect(withRegistration(data, sampleRegistration({ id: 14 })).registrations).toHaveLength(5);
});

test.each([
  [['track'], 'Needs track'],
  [['email', 'track'], 'Needs email and track'],
  [['firstName', 'lastName', 'email'], 'Needs first name, last name, and email'],
])('a person who lacks %j reads as: %s', (fields, words) => {
  expect(missingWords(fields)).toBe(words);
});
