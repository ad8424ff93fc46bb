import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import type { DoorOrder } from '#contract/door.ts';
import { DoorCopy } from './door-copy.ts';
import type { KeptScan } from './door-store.ts';

const ticket = (registration: number, firstName: string): DoorOrder['tickets'][number] => ({
  ...{
    registration,
    seat: null,
    firstName,
    lastName: 'Sample',
    track: null,
    shortCode: `AB2${registration}`,
  },
  ...{ code: `code ${registration}`, replaced: [], isVoided: false, days: [] },
});
const order: DoorOrder = {
  ...{
    order: 7,
    number: 'DSS000007',
    organization: null,
    eventType: 'conference',
    packageLabel: 'Conference',
  },
  ...{ paymentStatus: 'completed', phoneEnd: null, freeSeats: 0, over: [] },
  tickets: [ticket(3, 'Ada'), ticket(4, 'Bo')],
};

function copyOf(one: DoorOrder): DoorCopy {
  const copy = new DoorCopy();
  copy.apply({ orders: [one] });
  return copy;
}

test('a person who was renamed is found by the new name only', () => {
  const copy = copyOf(order);
  const found = (query: string) => copy.find(query, event.day).map(({ person }) => person.firstName);
  expect(found('ada')).toEqual(['Ada']);
  copy.apply({ orders: [{ ...order, tickets: [ticket(3, 'Zoe'), ticket(4, 'Bo')] }] });
  expect([found('ada'), found('zoe')]).toEqual([[], ['Zoe']]);
});

test('once an order is refunded, or a ticket canceled, others of that name are found first', () => {
  const copy = copyOf(order);
  const other = { ...order, order: 8, tickets: [ticket(5, 'Ada')] };
  copy.apply({ orders: [other] });
  const found = () => copy.find('ada', event.day).map(({ person }) => person.order);
  expect(found()).toEqual([7, 8]);
  copy.apply({ orders: [{ ...order, paymentStatus: 'refunded' }] });
  expect(found()).toEqual([8, 7]);
  copy.apply({ orders: [order, { ...other, tickets: [{ ...ticket(5, 'Ada'), isVoided: true }] }] });
  expect(found()).toEqual([7, 8]);
});

test('each day counts the people it expects', () => {
  const copy = copyOf(order);
  const days = [event.training.day, event.day, event.training.day];
  expect(days.map((day) => copy.counts(day))).toEqual([
    { in: 0, expected: 0 },
    { in: 0, expected: 2 },
    { in: 0, expected: 0 },
  ]);
});

test('a team’s size leaves out its canceled tickets', () => {
  const tickets = [ticket(3, 'Ada'), { ...ticket(4, 'Bo'), isVoided: true }];
  const team = copyOf({ ...order, freeSeats: 2, tickets }).team(7, event.day);
  expect([team?.size, team?.freeSeats, team?.people.map(({ verdict }) => verdict)]).toEqual([
    3,
    2,
    ['admit', 'not_paid'],
  ]);
});

test('a supervisor who withdraws a name hides nobody else to whom staff have given the seat', () => {
  const seat = '0199676c-0000-7000-8000-000000000001';
  const at = '2025-09-20T14:00:00.000Z';
  const made = { decidedAt: at, phoneClock: at, listVersion: null, order: 7 };
  const kept = (scan: Record<string, unknown>, state: KeptScan['state']) =>
    ({ scan: { ...made, ...scan }, day: event.day, person: 'Dee Late', state, refusal: null }) as KeptScan;
  const copy = copyOf({ ...order, tickets: [{ ...ticket(3, 'Otto'), seat }] });
  const named = kept({ kind: 'name', id: seat, firstName: 'Dee', lastName: 'Late' }, 'shown');
  const undo = { kind: 'undo', id: seat.replace(/1$/, '2'), registration: null, seat, refersTo: seat };
  const phone = { id: seat, person: 'Sue', door: 'Garage', role: 'supervisor', endsAt: at } as const;
  copy.apply({ scans: [named, kept(undo, 'waiting')], facts: { phone } });
  expect(copy.findCode('code 3')?.person.firstName).toBe('Otto');
  expect(copy.team(7, event.day)?.freeSeats).toBe(0);
});
