import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { buyTeam } from '#test/team-stage.ts';
import { buyTickets, codeOfTicket, lastActOn, mailsOfOrder, TICKETS_NOW as NOW } from '#test/ticket-stage.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq, isNotNull } from '../db/drizzle.ts';
import { checkIns, orders, qrCodes, registrations, scans } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

const EVENT_DAY = '2025-09-20T15:00:00Z';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
  staff = await world.staff();
});
afterAll(() => world.stop());
beforeEach(() => world.moveClock(NOW));

const ask = (path: string, body: unknown, visitor: Visitor = world.visitor()) =>
  answerOf(visitor.post(path, body));

const open = (key: string) => ask('/api/my-ticket', { key });
const giveBack = (key: string) => ask('/api/my-ticket/return', { key });

const ada = {
  ...{ firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' },
  dietaryRestrictions: null,
};
const ben = { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org', track: 'professionals' };
let people = 0;
/** Resets the limit of three mails per hour. */
const another = () => ({ ...ben, email: `ben${++people}@example.org` });

const change = (key: string, to: Record<string, unknown>, seen: Record<string, unknown> = ada) =>
  ask('/api/my-ticket/change', { key, ...ada, ...to, seen });

const codeOf = (id: number) => codeOfTicket(world, id);
const mailsOf = (orderId: number) => mailsOfOrder(world, orderId);
const lastAct = (orderId: number) => lastActOn(world, orderId);
const scan = (qrToken: string) => ask('/api/admin/check-in', { qrToken, method: 'qr_scan' }, staff);

describe('a holder (R-TICKET-2)', () => {
  test('corrects name, track and dietary needs, and keeps the code', async () => {
    const { orderId, keys, ids } = await buyTickets(world, teamOfTen());
    const before = await codeOf(ids.Ada!);
    const { status, body } = await change(keys.Ada!, {
      lastName: 'Sampleton',
      track: 'caregivers',
      dietaryRestrictions: 'No nuts',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'valid',
      lastName: 'Sampleton',
      track: 'caregivers',
      dietaryRestrictions: 'No nuts',
    });
    expect(await codeOf(ids.Ada!)).toBe(before);
    expect(await lastAct(orderId)).toEqual(['attendee_corrected', 'holder']);
    expect((await mailsOf(orderId)).filter((one) => one.includes('ada@'))).toEqual([
      'ticket ada@example.org',
    ]);
  });

  test('corrects the address, and the ticket is mailed there', async () => {
    const { orderId, keys, ids } = await buyTickets(world, teamOfTen());
    const before = await codeOf(ids.Ada!);
    const { body } = await change(keys.Ada!, { email: 'ada.new@example.org' });
    expect([body.state, body.email, await codeOf(ids.Ada!)]).toEqual([
      'valid',
      'ada.new@example.org',
      before,
    ]);
    expect(await mailsOf(orderId)).toContain('ticket ada.new@example.org');
  });

  test.each([
    ['address, then the name', { email: 'ben.later@example.org' }, { firstName: 'Ben' }],
    ['name, then the address', { lastName: 'Okafor' }, { email: 'ben.later@example.org' }],
  ])('cannot give the ticket away with its code by changing the %s', async (_, first, second) => {
    const { keys, ids } = await buyTickets(world, teamOfTen());
    const code = await codeOf(ids.Ada!);
    const once = { ...ada, ...first };
    expect((await change(keys.Ada!, first)).status).toBe(200);
    expect((await change(keys.Ada!, { ...once, dietaryRestrictions: 'No nuts' }, once)).status).toBe(200);
    const seen = { ...once, dietaryRestrictions: 'No nuts' };
    const { status, body } = await change(keys.Ada!, { ...seen, ...second }, seen);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid', Object.keys(second)]);
    expect(await codeOf(ids.Ada!)).toBe(code);
    expect((await change(keys.Ada!, another(), seen)).body.because).toBe('given_away');
  });

  test("who is the organizer corrects the ticket's address alone, not the order's (R-ATTENDEE-7)", async () => {
    const { orderId, keys } = await buyTickets(world, teamOfTen());
    const { firstName, lastName, email, track, dietaryRestrictions } = (await open(keys.Jane!)).body;
    const jane = { firstName, lastName, email, track, dietaryRestrictions };
    expect((await change(keys.Jane!, { ...jane, email: 'jane.new@example.org' }, jane)).status).toBe(200);
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, orderId));
    expect(order!.organizerEmail).toBe('jane@example.org');
  });

  test('who saves without changes leaves no trace', async () => {
    const { orderId, keys } = await buyTickets(world, teamOfTen());
    const before = await lastAct(orderId);
    expect((await change(keys.Ada!, {})).status).toBe(200);
    expect(await lastAct(orderId)).toEqual(before);
  });

  test('does not overwrite somebody else’s changes', async () => {
    const { keys } = await buyTickets(world, teamOfTen());
    await change(keys.Ada!, { lastName: 'Byron' });
    const late = await change(keys.Ada!, { lastName: 'Lovelace' });
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
    // A retry after a lost response.
    expect((await change(keys.Ada!, { lastName: 'Byron' })).status).toBe(200);
  });

  test('keeps the track from the conference day on, and corrects the rest until the event is past', async () => {
    const { keys } = await buyTickets(world, teamOfTen());
    world.moveClock('2025-09-20T05:59:00Z');
    expect((await change(keys.Ada!, { track: 'caregivers' })).status).toBe(200);
    world.moveClock('2025-09-20T06:00:00Z');
    const seen = { ...ada, track: 'caregivers' };
    const late = await change(keys.Ada!, { track: 'professionals' }, seen);
    expect([late.status, late.body.code]).toEqual([409, 'track_fixed']);
    expect((await change(keys.Ada!, { ...seen, lastName: 'Byron' }, seen)).status).toBe(200);
    world.moveClock('2025-09-30T06:00:00Z');
    const past = await change(keys.Ada!, { ...seen, lastName: 'X' }, { ...seen, lastName: 'Byron' });
    expect([past.status, past.body.code]).toEqual([403, 'event_over']);
  });

  test('changes a ticket at most ten times an hour, and emails nobody more than three times', async () => {
    const { keys } = await buyTickets(world, teamOfTen());
    let seen: typeof ada = ada;
    const answers: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const next = { ...seen, lastName: `Sample ${index}` };
      answers.push((await change(keys.Ada!, next, seen)).status);
      seen = next;
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);

    const other = await buyTickets(world, teamOfTen());
    const mailed: number[] = [];
    const bo = { ...ada, firstName: 'Bo', email: 'bo@example.org', track: 'caregivers' };
    const jane = { ...bo, firstName: 'Jane', email: 'jane@example.org' };
    const tickets = [
      [keys.Bo!, bo],
      [other.keys.Ada!, ada],
      [other.keys.Bo!, bo],
      [other.keys.Jane!, jane],
    ] as const;
    for (const [key, seen] of tickets)
      mailed.push((await change(key, { ...seen, email: 'victim@example.org' }, seen)).status);
    expect(mailed).toEqual([200, 200, 200, 429]);
  });
});

test('an order mails its tickets to at most twenty new addresses a day, whoever changes them', async () => {
  const team = await buyTeam(world, { body: checkout({ email: 'jane@example.org' }) });
  world.moveClock(NOW);
  const [person] = (await team.look()).people;
  const [code] = await world.database.db.select().from(qrCodes).where(currentCode(person!.id));
  let seen = { ...ada, firstName: 'Jane', email: 'jane@example.org', track: 'caregivers' };
  const answers: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const next = { ...seen, email: `jane${index}@example.org` };
    answers.push((await change(code!.pageKey, next, seen)).status);
    seen = next;
  }
  for (let index = 5; index < 20; index += 1)
    answers.push((await team.change('Jane', { email: `jane${index}@example.org` })).status);
  expect(answers).toEqual(Array.from({ length: 20 }, () => 200));
  const { status, body } = await team.change('Jane', { email: 'jane20@example.org' });
  expect([status, body.message]).toEqual([
    429,
    expect.stringContaining('at most 20 tickets a day to new addresses'),
  ]);
});

test('a ticket’s page mails it to at most five new addresses a day, so the team keeps the rest', async () => {
  const { keys } = await buyTickets(world, teamOfTen());
  let seen = ada;
  const responses: Awaited<ReturnType<typeof change>>[] = [];
  for (let index = 0; index < 6; index += 1) {
    const next = { ...seen, email: `ada${index}@example.org` };
    responses.push(await change(keys.Ada!, next, seen));
    seen = next;
  }
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(responses.at(-1)!.body.message).toBe(
    'This ticket went to 5 new addresses in the past 24 hours. Please try again in 24 hours.',
  );
  const bo = { ...ada, firstName: 'Bo', email: 'bo@example.org', track: 'caregivers' };
  expect((await change(keys.Bo!, { ...bo, email: 'bo.new@example.org' }, bo)).status).toBe(200);
});

describe('a ticket given away (R-TICKET-3)', () => {
  test('belongs to the new person at once: they get a new code, the previous holder and the buyer are notified, and the old page says so', async () => {
    const { orderId, keys, ids } = await buyTickets(world, teamOfTen());
    const before = await codeOf(ids.Ada!);
    const to = another();
    const { status, body } = await change(keys.Ada!, to);
    expect([status, body]).toEqual([
      200,
      { state: 'ended', because: 'given_away', at: expect.stringMatching(/^2025-09-12T18:/) },
    ]);
    expect(await lastAct(orderId)).toEqual(['ticket_transferred', 'holder']);
    expect((await mailsOf(orderId)).slice(-3).toSorted()).toEqual([
      'team_change jane@example.org',
      `ticket ${to.email}`,
      'ticket_replaced ada@example.org',
    ]);
    const after = await codeOf(ids.Ada!);
    expect(after).not.toBe(before);
    const old = await ask('/api/admin/validate-qr', { qrToken: before }, staff);
    expect(old.body.message).toBe(
      'This ticket was given to someone else on September 12. Please send the guest to the help desk.',
    );
    expect((await ask('/api/admin/validate-qr', { qrToken: after }, staff)).body.registration).toMatchObject({
      firstName: 'Ben',
    });
    const again = await change(keys.Ada!, another());
    expect([again.status, again.body.message]).toEqual([
      409,
      'This ticket was given to someone else on September 12.',
    ]);
  });

  test('brings neither the check-in of a rehearsal nor its note, which a corrected name keeps (R-ATTENDEE-6)', async () => {
    const { orderId, keys, ids } = await buyTickets(world, teamOfTen());
    const press = { qrToken: await codeOf(ids.Ada!), method: 'qr_scan', notes: 'came with a guide dog' };
    expect((await ask('/api/admin/check-in', press, staff)).status).toBe(200);
    const atTheDoor = async () => {
      const { body } = await ask('/api/admin/validate-qr', { qrToken: await codeOf(ids.Ada!) }, staff);
      const { firstName, notes } = body.registration;
      return [body.reason, firstName, notes.map((one: { text: string }) => one.text)];
    };
    const seen = { ...ada, firstName: 'Adah' };
    expect((await change(keys.Ada!, { firstName: 'Adah' })).status).toBe(200);
    expect(await atTheDoor()).toEqual(['already_checked_in', 'Adah', ['came with a guide dog']]);
    const to = another();
    expect((await change(keys.Ada!, to, seen)).status).toBe(200);
    expect(await atTheDoor()).toEqual(['valid', 'Ben', []]);
    // Neither in an export of Ben's data, nor beyond the reach of an erasure of Ada's.
    expect(await world.database.db.$count(scans, isNotNull(scans.notes))).toBe(0);
    expect(await world.database.db.$count(checkIns, isNotNull(checkIns.notes))).toBe(0);
    const people = await (await staff.get(`/api/admin/orders/${orderId}/attendees`)).json();
    const ben = people.find((one: { id: number }) => one.id === ids.Ada!);
    expect([ben.firstName, ben.checkIns]).toEqual(['Ben', []]);
    const csv = await (await staff.get('/api/admin/export/registrations')).text();
    // No organizer, no diet, not checked in.
    expect(csv).toContain(`${to.email},professionals,No,,No,`);
    // At once, on the day of the rehearsal.
    expect((await scan(await codeOf(ids.Ada!))).status).toBe(200);
  });

  test('to somebody who is in the order already is refused (R-ATTENDEE-5)', async () => {
    const { keys, ids } = await buyTickets(world, teamOfTen());
    const before = await codeOf(ids.Ada!);
    const bo = { firstName: 'BO', lastName: 'Sample', email: 'bo@example.org' };
    const { status, body } = await change(keys.Ada!, bo);
    expect([status, body.code]).toEqual([409, 'same_person']);
    expect(await codeOf(ids.Ada!)).toBe(before);
  });

  test('by the buyer does not make the new person the organizer', async () => {
    const { orderId, keys, ids } = await buyTickets(world, checkout({ email: 'jane@example.org' }));
    const jane = { ...ada, firstName: 'Jane', email: 'jane@example.org', track: 'caregivers' };
    expect((await change(keys.Jane!, another(), jane)).body.state).toBe('ended');
    const [row] = await world.database.db.select().from(registrations).where(eq(registrations.id, ids.Jane!));
    expect([row!.firstName, row!.isOrganizer, row!.orderId]).toEqual(['Ben', false, orderId]);
  });

  /** Ada's ticket, whose details the buyer or, if given, staff can change. */
  async function adasTicket() {
    const { orderId, keys, ids } = await buyTickets(world, teamOfTen());
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, orderId));
    const id = ids.Ada!;
    const byBuyer = `/api/order/${order!.transactionId}/team/people/${id}`;
    const correct = (to: Partial<typeof ada>, seen: typeof ada, visitor?: Visitor) =>
      ask(visitor ? `/api/admin/registrations/${id}` : byBuyer, { ...seen, ...to, seen }, visitor);
    return { orderId, key: keys.Ada!, id, correct };
  }

  /** Ada's ticket, after she changed its address to Ben's. */
  async function halfGiven() {
    const { correct, ...ticket } = await adasTicket();
    const { email } = another();
    expect((await change(ticket.key, { email })).status).toBe(200);
    const rename = (visitor?: Visitor) => correct({ firstName: 'Ben' }, { ...ada, email }, visitor);
    return { ...ticket, email, rename };
  }

  test.each([
    ['the buyer', () => undefined],
    ['staff', () => staff],
  ])(
    'gets a new code if the holder changes the address and then the name is changed by %s',
    async (_, who) => {
      const { orderId, key, id, email, rename } = await halfGiven();
      const before = await codeOf(id);
      expect((await rename(who())).status).toBe(200);
      expect((await open(key)).body).toMatchObject({ state: 'ended', because: 'address_corrected' });
      expect((await mailsOf(orderId)).filter((one) => one.includes(email))).toEqual(
        Array(2).fill(`ticket ${email}`),
      );
      world.moveClock(EVENT_DAY);
      expect((await scan(before)).body.code).toBe('ticket_replaced');
      expect((await scan(await codeOf(id))).status).toBe(200);
    },
  );

  test.each([
    ['the buyer', () => undefined],
    ['staff', () => staff],
  ])(
    'gets a new code, once, if its name is changed by %s and then the address by its holder',
    async (_, who) => {
      const { orderId, key, id, correct } = await adasTicket();
      const before = await codeOf(id);
      const named = { ...ada, firstName: 'Ben' };
      expect((await correct({ firstName: 'Ben' }, ada, who())).status).toBe(200);
      expect(await codeOf(id)).toBe(before);
      const { email } = another();
      const moved = await change(key, { ...named, email }, named);
      expect([moved.status, moved.body]).toMatchObject([
        200,
        { state: 'ended', because: 'address_corrected' },
      ]);
      expect((await mailsOf(orderId)).filter((one) => one.includes(email))).toEqual([`ticket ${email}`]);
      const renewed = await codeOf(id);
      world.moveClock('2025-09-13T18:00:00Z');
      expect((await correct({ firstName: 'Benn' }, { ...named, email }, who())).status).toBe(200);
      expect(await codeOf(id)).toBe(renewed);
      world.moveClock(EVENT_DAY);
      expect((await scan(before)).body.code).toBe('ticket_replaced');
      expect((await scan(renewed)).status).toBe(200);
    },
  );

  test('whose address the buyer corrected keeps its new code when its holder corrects the name', async () => {
    const { id, correct } = await adasTicket();
    const { email } = another();
    expect((await correct({ email }, ada)).status).toBe(200);
    const [code] = await world.database.db.select().from(qrCodes).where(currentCode(id));
    world.moveClock('2025-09-13T18:00:00Z');
    const seen = { ...ada, email };
    expect((await change(code!.pageKey, { ...seen, lastName: 'Sampleton' }, seen)).body.state).toBe('valid');
    expect(await codeOf(id)).toBe(code!.qrCodeData);
  });

  test('in two steps after its holder was checked in keeps its code', async () => {
    const { id, rename } = await halfGiven();
    const before = await codeOf(id);
    world.moveClock(EVENT_DAY);
    expect((await scan(before)).status).toBe(200);
    expect((await rename(staff)).status).toBe(200);
    expect(await codeOf(id)).toBe(before);
  });

  test('is refused once its holder is checked in, and after the event', async () => {
    const { keys, ids } = await buyTickets(world, teamOfTen());
    world.moveClock(EVENT_DAY);
    expect((await scan(await codeOf(ids.Ada!))).status).toBe(200);
    expect((await open(keys.Ada!)).body.isIn).toBe(true);
    const inside = await change(keys.Ada!, another());
    expect([inside.status, inside.body.message]).toEqual([
      409,
      'You are checked in, so this ticket can no longer be given to someone else.',
    ]);
    const back = await giveBack(keys.Ada!);
    expect([back.status, back.body.message]).toEqual([
      409,
      'You are checked in, so this ticket can no longer be returned.',
    ]);
    expect((await change(keys.Ada!, { lastName: 'Byron' })).status).toBe(200);
    world.moveClock('2025-09-30T06:00:00Z');
    expect((await change(keys.Bo!, another())).body.code).toBe('event_over');
    expect((await giveBack(keys.Bo!)).body.code).toBe('event_over');
  });

  /** Locks the person's row until both requests wait for it; they then run in order. */
  async function race(id: number, first: () => Promise<unknown>, second: () => Promise<unknown>) {
    const { db, pool } = world.database;
    const asked: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.select().from(registrations).where(eq(registrations.id, id)).for('update');
      asked.push(first());
      await eventuallyWaiting(pool, 1);
      asked.push(second());
      await eventuallyWaiting(pool, 2);
    });
    return Promise.all(asked) as Promise<Awaited<ReturnType<typeof ask>>[]>;
  }

  test('while the door scans the old code: the scan that waited is refused', async () => {
    const { keys, ids } = await buyTickets(world, teamOfTen());
    const old = await codeOf(ids.Ada!);
    world.moveClock(EVENT_DAY);
    const [given, scanned] = await race(
      ids.Ada!,
      () => change(keys.Ada!, another()),
      () => scan(old),
    );
    expect([given!.body.state, scanned!.body.code]).toEqual(['ended', 'ticket_replaced']);
    expect((await scan(await codeOf(ids.Ada!))).status).toBe(200);
  });

  test('after the door has scanned it: the waiting request is refused', async () => {
    const { keys, ids } = await buyTickets(world, teamOfTen());
    const old = await codeOf(ids.Ada!);
    world.moveClock(EVENT_DAY);
    const [scanned, given] = await race(
      ids.Ada!,
      () => scan(old),
      () => change(keys.Ada!, another()),
    );
    expect([scanned!.status, given!.body.code]).toEqual([200, 'already_checked_in']);
    expect(await codeOf(ids.Ada!)).toBe(old);
  });
});
