import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DoorOrder, SentScan } from '#contract/door.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { checkIns, registrationAudit, registrations, scans } from '../db/tables.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ now: '2025-09-18T16:00:00Z' });
  staff = await world.staff();
});
afterAll(() => world.stop());
beforeEach(() => world.moveClock('2025-09-20T14:00:00Z'));

interface Bought {
  readonly orderId: number;
  readonly transactionId: string;
  readonly people: readonly { id: number; qrCodeData: string }[];
}

async function buy(body: unknown = checkout()): Promise<Bought> {
  const visitor = world.visitor();
  world.moveClock('2025-09-18T16:00:00Z');
  const { url, transactionId } = await (await visitor.post('/api/create-checkout-session', body)).json();
  await world.pay(url);
  const answer = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  world.moveClock('2025-09-20T14:00:00Z');
  return { orderId: answer.order.id, transactionId, people: answer.registrations };
}

async function invite(body: Record<string, unknown> = {}): Promise<{ id: number; secret: string }> {
  const answer = await staff.post('/api/admin/door/invitations', { role: 'steward', maxPhones: 10, ...body });
  const { invitation, url } = await answer.json();
  return { id: invitation.id, secret: new URL(url).hash.slice(1) };
}

async function join(secret: string, person = 'Maria', door = 'Main entrance') {
  const phone = world.visitor();
  const answer = await phone.post('/api/door/join', { invitation: secret, person, door });
  return { phone, status: answer.status, body: await answer.json() };
}

async function aPhone(role = 'steward', person = 'Maria', door = 'Main entrance'): Promise<Visitor> {
  return (await join((await invite({ role })).secret, person, door)).phone;
}

async function sync(phone: Visitor, sent: readonly SentScan[] = [], since: string | null = null) {
  const answer = await phone.post('/api/door/sync', {
    scans: sent,
    since,
    status: { tickets: 3, waiting: 1, isReady: true },
  });
  return { status: answer.status, body: await answer.json() };
}

let minutes = 0;
/** Each a minute later than the one before, unless it says when. */
function made(given: Partial<SentScan> & { at?: string } = {}) {
  minutes += 1;
  const { at = new Date(Date.parse('2025-09-20T12:00:00Z') + minutes * 1000).toISOString(), ...rest } = given;
  return { id: randomUUID(), decidedAt: at, phoneClock: at, practice: false, listVersion: null, ...rest };
}

function admit({ orderId, people }: Bought, index = 0, given: { at?: string; id?: string } = {}): SentScan {
  const whom = { order: orderId, registration: people[index]!.id, seat: null };
  return { kind: 'admit', method: 'qr_scan', ...made(given), ...whom } as SentScan;
}

function admitSeat(order: number, seat: string): SentScan {
  return { kind: 'admit', method: 'manual_lookup', ...made(), order, registration: null, seat } as SentScan;
}

function undo(scan: SentScan): SentScan {
  const { order, registration, seat } = scan as Extract<SentScan, { kind: 'admit' }>;
  return { kind: 'undo', ...made(), order, registration, seat, refersTo: scan.id } as SentScan;
}

function name(order: number, lastName: string, at?: string): SentScan {
  return { kind: 'name', ...made(at ? { at } : {}), order, firstName: 'Ada', lastName } as SentScan;
}

const current = ({ people }: Bought, index = 0) =>
  world.database.db
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.registrationId, people[index]!.id), isNull(checkIns.undoneAt)));

async function orderOf(phone: Visitor, orderId: number): Promise<DoorOrder> {
  const { orders } = (await sync(phone)).body;
  return orders.find((one: DoorOrder) => one.order === orderId);
}

describe('an invitation', () => {
  test('opens as many phones as it allows, also when more scan it at once', async () => {
    const { secret } = await invite({ maxPhones: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map((index) => join(secret, `Volunteer ${index}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('invitation_used_up');
  });

  test('opens none when it was revoked or has ended, or never was one', async () => {
    const revoked = await invite();
    await staff.post(`/api/admin/door/invitations/${revoked.id}/revoke`, {});
    const ended = await invite({ endsAt: '2025-09-20T13:59:59Z' });
    const codes = [];
    for (const secret of [revoked.secret, ended.secret, 'made-up', ''])
      codes.push((await join(secret)).body.code);
    expect(codes).toEqual(Array(4).fill('invitation_invalid'));
  });

  test('ends with the event day unless staff say otherwise, and its secret is stored nowhere', async () => {
    const { secret } = await invite();
    const { body } = await join(secret);
    expect(body.phone).toMatchObject({ person: 'Maria', door: 'Main entrance', role: 'steward' });
    expect(Date.parse(body.phone.endsAt)).toBe(Date.parse(world.dependencies.content.event.closesAt));
    const { rows } = await world.database.pool.query('SELECT i::text FROM door_invitations AS i');
    expect(JSON.stringify(rows)).not.toContain(secret);
    const list = await (await staff.get('/api/admin/door/phones')).text();
    expect(list).not.toContain(secret);
  });
});

describe('a phone', () => {
  test("opens the door's calls and none of the desk's", async () => {
    const phone = await aPhone();
    expect((await phone.get('/api/door/phone')).status).toBe(200);
    expect((await phone.get('/api/admin/check-in-stats')).status).toBe(401);
    expect((await world.visitor().get('/api/door/phone')).status).toBe(401);
    expect((await sync(world.visitor())).body.code).toBe('door_phone_needed');
  });

  test('gets every ticket with hashes for codes, and neither address, number nor dietary needs', async () => {
    const bought = await buy(checkout({ phone: '(303) 555-0142', organization: 'Sample School' }));
    const phone = await aPhone();
    const { body } = await sync(phone);
    const text = JSON.stringify(body);
    const [person] = bought.people;
    expect(body.isWhole).toBe(true);
    const order = body.orders.find((one: DoorOrder) => one.order === bought.orderId);
    const code = createHash('sha256').update(person!.qrCodeData).digest('base64url');
    expect(order).toMatchObject({ phoneEnd: '0142', organization: 'Sample School', freeSeats: 0 });
    expect(order.tickets).toMatchObject([{ registration: person!.id, code, firstName: 'Jane', days: [] }]);
    for (const secret of [person!.qrCodeData, bought.transactionId, '@example.org', '555-0142'])
      expect(text).not.toContain(secret);
  });

  /** Transactions of other databases on the same server hold the cursor back, so that a change may take a moment. */
  function changesAfter(phone: Visitor, since: string) {
    return eventually(async () => {
      const { body } = await sync(phone, [], since);
      expect([...body.orders, ...body.gone]).not.toEqual([]);
      return body;
    });
  }

  test('hears of what changed since: new orders, admissions elsewhere, replaced codes, and what was deleted', async () => {
    const phone = await aPhone();
    const { cursor } = (await sync(phone)).body;
    const bought = await buy();
    const bare = { order: bought.orderId, registration: bought.people[0]!.id };
    const ticketAfter = async (since: string) => {
      const body = await changesAfter(phone, since);
      expect(body.orders.map((one: DoorOrder) => one.order)).toEqual([bare.order]);
      return { cursor: body.cursor as string, ticket: body.orders[0].tickets[0] };
    };
    const first = await ticketAfter(cursor);
    expect(first.ticket).toMatchObject({ registration: bare.registration, replaced: [], days: [] });

    await staff.post('/api/admin/check-in', { registrationId: bare.registration, method: 'manual_lookup' });
    const second = await ticketAfter(first.cursor);
    expect(second.ticket.days).toMatchObject([{ day: '2025-09-20', admitted: { door: null, device: null } }]);

    const { id, qrCodeData } = bought.people[0]!;
    const [row] = await world.database.db.select().from(registrations).where(eq(registrations.id, id));
    const { firstName, lastName, email, track, dietaryRestrictions } = row!;
    const seen = { firstName, lastName, email, track, dietaryRestrictions };
    const moved = await staff.post(`/api/admin/registrations/${id}`, {
      ...seen,
      firstName: 'Newcomer',
      email: 'new@example.org',
      seen,
    });
    expect(moved.status).toBe(200);
    const third = await ticketAfter(second.cursor);
    expect(third.ticket.replaced).toEqual([
      {
        code: createHash('sha256').update(qrCodeData).digest('base64url'),
        at: expect.any(String),
        because: 'another_person',
      },
    ]);
    const refused = await (await staff.post('/api/admin/validate-qr', { qrToken: qrCodeData })).json();
    expect([refused.valid, refused.reason]).toEqual([false, 'replaced']);

    await world.database.pool.query('DELETE FROM orders WHERE id = $1', [bare.order]);
    expect(await changesAfter(phone, third.cursor)).toMatchObject({ orders: [], gone: [bare.order] });
  });

  test('misses nothing that commits late: the cursor waits for transactions that still run', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const slow = await world.database.pool.connect();
    try {
      await slow.query('BEGIN');
      await slow.query("UPDATE registrations SET first_name = 'Slow' WHERE id = $1", [bought.people[0]!.id]);
      const { cursor } = (await sync(phone)).body;
      const later = await buy();
      const seen = (orders: DoorOrder[]) =>
        orders.filter((one) => [bought.orderId, later.orderId].includes(one.order)).map((one) => one.order);
      // What has been committed meanwhile waits behind it.
      const meanwhile = (await sync(phone, [], cursor)).body;
      expect(seen(meanwhile.orders)).not.toContain(later.orderId);
      await slow.query('COMMIT');
      await eventually(async () => {
        const { orders } = (await sync(phone, [], meanwhile.cursor)).body;
        expect(seen(orders)).toEqual([bought.orderId, later.orderId]);
        const first = orders.find((one: DoorOrder) => one.order === bought.orderId);
        expect(first.tickets[0].firstName).toBe('Slow');
      });
    } finally {
      slow.release();
    }
  });

  test('gets the whole list for a cursor of another database, and for what is none', async () => {
    const phone = await aPhone();
    const { cursor } = (await sync(phone)).body;
    expect((await sync(phone, [], cursor)).body.isWhole).toBe(false);
    const [, transaction] = cursor.split(':');
    for (const since of [`00000000:${transaction}`, transaction, `${cursor}x`, '', ':', "'"])
      expect([since, (await sync(phone, [], since)).body.isWhole]).toEqual([since, true]);
  });

  test('asks for a code that it does not know, and gets the order without the code', async () => {
    const { orderId, people } = await buy();
    const phone = await aPhone();
    const ask = async (qrToken: string) => (await phone.post('/api/door/ticket', { qrToken })).json();
    expect((await ask(people[0]!.qrCodeData)).order.order).toBe(orderId);
    expect(await ask(`T${'0'.repeat(28)}`)).toEqual({ order: null, isRemoved: false });
    expect(await ask('https://example.org')).toEqual({ order: null, isRemoved: false });
    await staff.request(`/api/admin/registrations/${people[0]!.id}?organizer=true`, { method: 'DELETE' });
    expect(await ask(people[0]!.qrCodeData)).toEqual({ order: null, isRemoved: true });
  });

  test('tells staff how it is', async () => {
    const { body } = await join((await invite()).secret, 'Tom', 'Garage');
    const { phone } = await join((await invite()).secret, 'Ana', 'Garage');
    await sync(phone);
    const { phones } = await (await staff.get('/api/admin/door/phones')).json();
    const of = (person: string) => phones.find((one: { person: string }) => one.person === person);
    expect(of('Tom')).toMatchObject({ id: body.phone.id, tickets: 0, isReady: false });
    expect(of('Ana')).toMatchObject({ tickets: 3, waiting: 1, isReady: true });
  });
});

describe('a revoked phone', () => {
  async function revoked() {
    const bought = await buy();
    const { phone, body } = await join((await invite()).secret);
    world.moveClock('2025-09-20T15:00:00Z');
    expect((await staff.post(`/api/admin/door/phones/${body.phone.id}/revoke`, {})).status).toBe(200);
    return { bought, phone };
  }

  test('is told to wipe itself and gets no list any more', async () => {
    const { phone } = await revoked();
    expect((await sync(phone)).body).toMatchObject({ isRevoked: true, orders: [] });
    const answer = await phone.get('/api/door/phone');
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'door_phone_ended']);
    expect((await phone.get('/api/door/stream')).status).toBe(403);
  });

  test('loses its stream at once, and is refused when it opens it again', async () => {
    const { phone, body } = await join((await invite()).secret);
    const stream = await phone.get('/api/door/stream');
    const reader = stream.body!.getReader();
    await reader.read();
    await staff.post(`/api/admin/door/phones/${body.phone.id}/revoke`, {});
    const read = async (): Promise<void> => ((await reader.read()).done ? undefined : read());
    await read();
    expect((await phone.get('/api/door/stream')).status).toBe(403);
  });

  test('brings what it decided before, which is marked, and nothing that it decided after', async () => {
    const { bought, phone } = await revoked();
    const before = admit(bought, 0, { at: '2025-09-20T14:59:59Z' });
    const after = admit(bought, 0, { at: '2025-09-20T15:00:30Z' });
    const { body } = await sync(phone, [before, after]);
    expect([body.stored, body.refused.map((one: { id: string }) => one.id)]).toEqual([
      [before.id],
      [after.id],
    ]);
    const [row] = await world.database.db.select().from(scans).where(eq(scans.id, before.id));
    expect(row!.fromRevoked).toBe(true);
    expect(await current(bought)).toHaveLength(1);
  });

  test('whose invitation ended is treated alike, without anybody revoking it', async () => {
    const bought = await buy();
    const { phone } = await join((await invite({ endsAt: '2025-09-20T14:30:00Z' })).secret);
    world.moveClock('2025-09-20T15:00:00Z');
    const { body } = await sync(phone, [admit(bought, 0, { at: '2025-09-20T14:29:00Z' })]);
    expect([body.isRevoked, body.stored.length]).toEqual([true, 1]);
  });
});

describe('scans of phones', () => {
  test('become check-ins with door and name, which the desk sees and can undo', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const scan = admit(bought, 0, { at: '2025-09-20T13:42:00Z' });
    expect((await sync(phone, [scan])).body.stored).toEqual([scan.id]);
    const [row] = await current(bought);
    expect(row).toMatchObject({ checkedInBy: 'Maria', location: 'Main entrance', pressId: scan.id });
    expect(row!.checkedInAt.toISOString()).toBe('2025-09-20T13:42:00.000Z');
    const { qrCodeData, id } = bought.people[0]!;
    const verdict = await (await staff.post('/api/admin/validate-qr', { qrToken: qrCodeData })).json();
    expect(verdict.message).toBe('Already checked in at 7:42 AM by Maria.');
    const audit = await world.database.db
      .select()
      .from(registrationAudit)
      .where(and(eq(registrationAudit.registrationId, id), eq(registrationAudit.action, 'checked_in')));
    expect(audit.map((one) => [one.actor, one.actorKind, one.details])).toEqual([
      ['Maria', 'door', { day: '2025-09-20', door: 'Main entrance', method: 'qr_scan' }],
    ]);
    expect((await staff.post(`/api/admin/check-in/${id}/undo`, {})).status).toBe(200);
    expect(await current(bought)).toEqual([]);
  });

  test('sent twice, together and one after the other, count once', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const scan = admit(bought);
    await Promise.all([sync(phone, [scan]), sync(phone, [scan]), sync(phone, [scan])]);
    expect((await sync(phone, [scan])).body.stored).toEqual([scan.id]);
    expect(await current(bought)).toHaveLength(1);
    expect(await world.database.db.$count(scans, eq(scans.registrationId, bought.people[0]!.id))).toBe(1);
  });

  test('of two doors for the same person: the earlier counts whatever comes first, the other is a duplicate until a supervisor settles it', async () => {
    const bought = await buy();
    const [one, other] = [
      await aPhone('steward', 'Maria', 'Main entrance'),
      await aPhone('steward', 'Tom', 'Garage'),
    ];
    const early = admit(bought, 0, { at: '2025-09-20T13:40:00Z' });
    const late = admit(bought, 0, { at: '2025-09-20T13:45:00Z' });
    await sync(other, [late]);
    await sync(one, [early]);
    expect((await current(bought)).map((row) => row.pressId)).toEqual([early.id]);
    const ticket = (await orderOf(one, bought.orderId)).tickets[0]!;
    expect(ticket.days[0]!.duplicates).toMatchObject([{ id: late.id, door: 'Garage', by: 'Tom' }]);

    const settle = { kind: 'settle', ...made(), order: bought.orderId, registration: ticket.registration };
    const settled = { ...settle, seat: null, refersTo: late.id, outcome: 'same_person' } as SentScan;
    expect((await sync(one, [settled])).body.refused).toHaveLength(1);
    expect((await sync(await aPhone('supervisor'), [{ ...settled, id: randomUUID() }])).body.refused).toEqual(
      [],
    );
    expect((await orderOf(one, bought.orderId)).tickets[0]!.days[0]!.duplicates).toEqual([]);
    expect(await current(bought)).toHaveLength(1);
  });

  test('are settled at the desk too', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const twice = [admit(bought), admit(bought)];
    await sync(phone, twice);
    const settled = await staff.post(`/api/admin/door/scans/${twice[1]!.id}/settle`, {
      outcome: 'two_people',
    });
    expect(settled.status).toBe(200);
    expect((await orderOf(phone, bought.orderId)).tickets[0]!.days[0]!.duplicates).toEqual([]);
    for (const id of [randomUUID(), '1', "'"]) {
      const answer = await staff.post(`/api/admin/door/scans/${encodeURIComponent(id)}/settle`, {
        outcome: 'two_people',
      });
      expect((await answer.json()).code).toBe('scan_not_found');
    }
  });

  test("a steward's undo counts for the steward's own scans alone", async () => {
    const bought = await buy();
    const [own, other] = [await aPhone(), await aPhone()];
    const scan = admit(bought);
    await sync(own, [scan]);
    await sync(other, [undo(scan)]);
    expect(await current(bought)).toHaveLength(1);
    await sync(own, [undo(scan)]);
    expect(await current(bought)).toEqual([]);
    await sync(own, [admit(bought)]);
    expect(await current(bought)).toHaveLength(1);
  });

  test('of practice count for nothing', async () => {
    const bought = await buy();
    const phone = await aPhone();
    await sync(phone, [{ ...admit(bought), practice: true }]);
    expect(await current(bought)).toEqual([]);
    expect((await orderOf(phone, bought.orderId)).tickets[0]!.days).toEqual([]);
  });

  test('are for the day on which they were decided, whenever they arrive', async () => {
    const bought = await buy(checkout({ eventType: 'both', amount: 1500, finalAmount: 1500 }));
    const phone = await aPhone();
    await sync(phone, [admit(bought, 0, { at: '2025-09-20T05:59:59Z' })]);
    expect((await current(bought)).map((row) => row.admittedOn)).toEqual(['2025-09-19']);
  });

  test('that claim the future are taken to be of now', async () => {
    const bought = await buy();
    await sync(await aPhone(), [admit(bought, 0, { at: '2025-09-20T23:00:00Z' })]);
    const [row] = await current(bought);
    expect(row!.checkedInAt.getTime()).toBeLessThanOrEqual(Date.parse('2025-09-20T14:02:00Z'));
  });

  test('that name a ticket of another order, or nobody, are refused with a sentence and the rest is stored', async () => {
    const [one, other] = [await buy(), await buy()];
    const phone = await aPhone();
    const good = admit(one);
    const wrong = { ...admit(one), order: other.orderId } as SentScan;
    const nobody = { ...admit(one), registration: null } as SentScan;
    const { body } = await sync(phone, [wrong, good, nobody]);
    expect(body.stored).toEqual([good.id]);
    expect(body.refused).toEqual(
      [wrong, nobody].map(({ id }) => ({ id, message: 'This scan names nobody on the list.' })),
    );
  });

  test('stay in the log, which nobody changes or empties', async () => {
    const bought = await buy();
    await sync(await aPhone(), [admit(bought)]);
    for (const change of ['UPDATE scans SET day = now()', 'DELETE FROM scans', 'TRUNCATE scans']) {
      await expect(world.database.pool.query(change)).rejects.toThrow('append-only');
    }
  });
});

describe('a seat without a name', () => {
  test('gets one at the door, with a ticket, and the person is admitted by the seat', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const named = name(team.orderId, 'Sample');
    // The admission arrives before the name that it is about.
    await sync(phone, [admitSeat(team.orderId, named.id)]);
    await sync(phone, [named]);
    const order = await orderOf(phone, team.orderId);
    expect([order.freeSeats, order.over]).toEqual([6, []]);
    const person = order.tickets.find((one) => one.seat === named.id)!;
    expect(person).toMatchObject({ firstName: 'Ada', lastName: 'Sample', code: expect.any(String) });
    expect(person.days).toMatchObject([{ admitted: { by: 'Maria' } }]);
    const [row] = await world.database.db
      .select()
      .from(checkIns)
      .where(eq(checkIns.registrationId, person.registration));
    expect(row!.undoneAt).toBeNull();
    // The desk knows the person as any other.
    const undone = await staff.post(`/api/admin/check-in/${person.registration}/undo`, {});
    expect(undone.status).toBe(200);
    expect(
      (await orderOf(phone, team.orderId)).tickets.find((one) => one.seat === named.id)!.days,
    ).toMatchObject([{ admitted: null }]);
    const again = await staff.post('/api/admin/check-in', {
      registrationId: person.registration,
      method: 'manual_lookup',
    });
    expect(again.status).toBe(200);
    expect(
      (await orderOf(phone, team.orderId)).tickets.find((one) => one.seat === named.id)!.days,
    ).toMatchObject([{ admitted: { device: null } }]);
  });

  test.each(['in order', 'the other way round'])(
    'goes to the earliest names, arriving %s; one more than there are seats is shown, not dropped',
    async (direction) => {
      const team = await buy(teamOfTen());
      const phone = await aPhone();
      const names = Array.from({ length: 8 }, (_, index) =>
        name(team.orderId, `Guest ${index}`, `2025-09-20T13:0${index}:00Z`),
      );
      const admits = names.map(({ id }) => admitSeat(team.orderId, id));
      const rows = [...names, ...admits];
      for (const row of direction === 'in order' ? rows : rows.toReversed()) await sync(phone, [row]);
      const order = await orderOf(phone, team.orderId);
      expect([order.freeSeats, order.over.map((one) => one.lastName)]).toEqual([0, ['Guest 7']]);
      const seated = order.tickets.filter((one) => one.seat);
      expect(seated.map((one) => one.lastName).toSorted()).toEqual(
        Array.from({ length: 7 }, (_, index) => `Guest ${index}`),
      );
      expect(seated.map((one) => one.days[0]!.admitted?.id).toSorted()).toEqual(
        admits
          .slice(0, 7)
          .map((one) => one.id)
          .toSorted(),
      );
      const ids = seated.map((one) => one.registration);
      const { rows: stored } = await world.database.pool.query(
        'SELECT press_id FROM check_ins WHERE registration_id = ANY($1) AND undone_at IS NULL',
        [ids],
      );
      expect(stored.map((one) => one.press_id).toSorted()).toEqual(
        admits
          .slice(0, 7)
          .map((one) => one.id)
          .toSorted(),
      );
    },
  );

  test('is free again when its name is withdrawn', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const named = name(team.orderId, 'Sample');
    await sync(phone, [named]);
    expect((await orderOf(phone, team.orderId)).freeSeats).toBe(6);
    const withdrawn = { kind: 'undo', ...made(), order: team.orderId, registration: null, seat: named.id };
    await sync(phone, [{ ...withdrawn, refersTo: named.id } as SentScan]);
    expect((await orderOf(phone, team.orderId)).freeSeats).toBe(7);
  });
});

test('a phone is told of each change by the stream', async () => {
  const phone = await aPhone();
  const stream = await phone.get('/api/door/stream');
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body!.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  // At once, as it may have missed something before.
  expect(await next()).toContain('event: change');
  await buy();
  expect(await next()).toContain('event: change');
  await reader.cancel();
});
