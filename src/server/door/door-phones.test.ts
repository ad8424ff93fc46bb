import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DoorOrder } from '#contract/door.ts';
import { admit, setDoorStage, undo } from '#test/door-stage.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyReported } from '#test/lock-waits.ts';
import type { Visitor } from '#test/visitor.ts';
import { eq } from '../db/drizzle.ts';
import { qrCodes, registrations, scans } from '../db/tables.ts';
import { joinDoor } from './join-door.ts';

const stage = setDoorStage();
const { aPhone, buy, current, invite, join, sync } = stage;
type Joined = Awaited<ReturnType<typeof join>>;

describe('an invitation', () => {
  test('admits no more phones than it allows, even if more scan it at once', async () => {
    const { secret } = await invite({ maxPhones: 2 });
    const responses = await Promise.all([1, 2, 3, 4].map((index) => join(secret, `Volunteer ${index}`)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('invitation_used_up');
  });

  test('is used once by a phone whose first response was lost', async () => {
    const { secret } = await invite({ maxPhones: 1 });
    const id = randomUUID();
    const lost = await join(secret, 'Maria', 'Garage', id);
    expect([lost.status, lost.body.phone.id]).toEqual([200, id]);
    const { phone, body } = await join(secret, 'Marie', 'Main entrance', id.toUpperCase());
    expect(body.phone).toMatchObject({ id, person: 'Marie', door: 'Main entrance' });
    expect((await sync(phone)).status).toBe(200);
    // The secret that was lost opens nothing.
    expect((await sync(lost.phone)).body.code).toBe('door_phone_needed');
    expect((await join(secret, 'Tom', 'Garage', randomUUID())).body.code).toBe('invitation_used_up');
  });

  test('keeps its place for a phone that joins again to change its door', async () => {
    const { secret } = await invite({ maxPhones: 1 });
    const { phone } = await join(secret, 'Maria', 'Garage');
    for (const door of ['Main entrance', 'Garage']) {
      expect((await sync(phone)).status).toBe(200);
      const body = { invitation: secret, person: 'Maria', door };
      const again = await phone.post('/api/door/join', body);
      expect([again.status, (await again.json()).phone?.door]).toEqual([200, door]);
    }
    const { invitations } = await (await stage.staff.get('/api/admin/door/phones')).json();
    expect(invitations[0]).toMatchObject({ maxPhones: 1, joined: 1 });
    expect((await join(secret, 'Tom', 'Garage')).body.code).toBe('invitation_used_up');
  });

  test('keeps its place for a phone that was a supervisor’s in between', async () => {
    const [steward, supervisor] = [
      await invite({ maxPhones: 1 }),
      await invite({ role: 'supervisor', maxPhones: 1 }),
    ];
    const { phone } = await join(steward.secret);
    for (const { secret } of [supervisor, steward]) {
      expect((await sync(phone)).status).toBe(200);
      const body = { invitation: secret, person: 'Maria', door: 'Garage' };
      expect((await phone.post('/api/door/join', body)).status).toBe(200);
    }
    expect((await join(steward.secret, 'Tom')).body.code).toBe('invitation_used_up');
  });

  test.each([
    ['has made contact', async ({ phone }: Joined) => void (await sync(phone))],
    [
      'was revoked',
      async ({ body }: Joined) =>
        void (await stage.staff.post(`/api/admin/door/phones/${body.phone.id}/revoke`, {})),
    ],
    ['joined with another invitation', async () => {}],
  ])('makes another phone of one that %s, whatever id is sent', async (how, happen) => {
    const { secret } = await invite();
    const first = await join(secret);
    const { id } = first.body.phone;
    stage.world.moveClock('2025-09-20T14:00:01Z');
    await happen(first);
    const given = how === 'joined with another invitation' ? (await invite()).secret : secret;
    const second = await join(given, 'Kim', 'Garage', id);
    expect([second.status, second.body.phone.id === id]).toEqual([200, false]);
    const { phones } = await (await stage.staff.get('/api/admin/door/phones')).json();
    expect(phones.find((one: { id: string }) => one.id === id)).toMatchObject({ person: 'Maria' });
    expect((await sync(first.phone)).status).toBe(200);
  });

  test('gives a phone a cookie for a week longer than its access, to upload what it decided offline', async () => {
    const endsAt = '2025-09-21T06:00:00Z';
    const { secret } = await invite({ endsAt });
    const visitor = stage.world.visitor();
    const body = { invitation: secret, person: 'Maria', door: 'Garage' };
    const { headers } = await visitor.post('/api/door/join', body);
    const left = (Date.parse(endsAt) - stage.world.sandbox.clock.now().getTime()) / 1000;
    const [, maxAge] = /Max-Age=(\d+);/.exec(headers.get('set-cookie')!)!;
    expect(Math.abs(Number(maxAge) - left - 7 * 86_400)).toBeLessThan(60);
  });

  test('admits no phone if it was revoked, has ended, or never existed', async () => {
    const revoked = await invite();
    await stage.staff.post(`/api/admin/door/invitations/${revoked.id}/revoke`, {});
    const ended = await invite({ endsAt: '2025-09-20T13:59:59Z' });
    const codes = [];
    for (const secret of [revoked.secret, ended.secret, 'made-up', ''])
      codes.push((await join(secret)).body.code);
    expect(codes).toEqual(Array(4).fill('invitation_invalid'));
  });

  test('that was revoked, has ended or was made up locks nobody out; made-up ones are limited', async () => {
    const revoked = await invite();
    await stage.staff.post(`/api/admin/door/invitations/${revoked.id}/revoke`, {});
    const ended = await invite({ endsAt: '2025-09-20T13:59:59Z' });
    const { secret } = await invite();
    const now = new Date();
    const ctx = { ...stage.world.context(), ipAddress: '203.0.113.9', protocolNow: () => now };
    const join = (invitation: string) =>
      joinDoor(ctx, { invitation, person: 'Maria', door: 'Garage' }, new Headers());
    for (let tries = 0; tries < 25; tries += 1)
      for (const old of [revoked, ended])
        await expect(join(old.secret)).rejects.toMatchObject({ code: 'invitation_invalid' });
    await join(secret);
    for (let tries = 0; tries < 20; tries += 1)
      await expect(join(`made-up ${tries}`)).rejects.toMatchObject({ code: 'invitation_invalid' });
    await expect(join('made-up 21')).rejects.toMatchObject({ code: 'too_many_requests' });
    await join(secret);
  });

  test('ends within a year, and a phone can join for an event that is further ahead', async () => {
    const endsAt = '2026-09-22T14:00:00Z';
    const refused = await stage.staff.post('/api/admin/door/invitations', {
      ...{ role: 'steward', maxPhones: 1, endsAt },
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { fields: { endsAt: 'Choose a time within the next year, or by the end of the event' } },
    ]);
    const { secret } = await invite();
    stage.world.moveClock('2024-08-01T14:00:00Z');
    const { closesAt } = stage.world.dependencies.content.event;
    const withEvent = await stage.staff.post('/api/admin/door/invitations', {
      ...{ role: 'steward', maxPhones: 1, endsAt: new Date(closesAt).toISOString() },
    });
    expect(withEvent.ok).toBe(true);
    const phone = stage.world.visitor();
    const { status, headers } = await phone.post('/api/door/join', {
      ...{ invitation: secret, person: 'Maria', door: 'Garage' },
    });
    expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=34560000;')]);
  });

  test('ends with the event day unless staff say otherwise, and its secret is stored nowhere', async () => {
    const { secret } = await invite();
    const { body } = await join(secret);
    expect(body.phone).toMatchObject({ person: 'Maria', door: 'Main entrance', role: 'steward' });
    expect(Date.parse(body.phone.endsAt)).toBe(Date.parse(stage.world.dependencies.content.event.closesAt));
    const { rows } = await stage.world.database.pool.query('SELECT i::text FROM door_invitations AS i');
    expect(JSON.stringify(rows)).not.toContain(secret);
    const list = await (await stage.staff.get('/api/admin/door/phones')).text();
    expect(list).not.toContain(secret);
  });
});

describe('a phone', () => {
  test("opens the door's calls and none of the desk's", async () => {
    const phone = await aPhone();
    const ask = (visitor: Visitor) => visitor.post('/api/door/ticket', { qrToken: 'unknown' });
    expect((await ask(phone)).status).toBe(200);
    expect((await phone.get('/api/admin/check-in-stats')).status).toBe(401);
    expect((await ask(stage.world.visitor())).status).toBe(401);
    expect((await sync(stage.world.visitor())).body.code).toBe('door_phone_needed');
  });

  test('gets every ticket with hashed codes, but no email addresses, phone numbers or dietary needs', async () => {
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

  /** While any transaction on the server runs, earlier changes are sent again. */
  function changesAfter(phone: Visitor, since: string, order: number) {
    return eventually(async () => {
      const { body } = await sync(phone, [], since);
      expect([...body.orders.map((one: DoorOrder) => one.order), ...body.gone]).toContain(order);
      return body;
    });
  }

  test('gets changes since its last call: new orders, other doors’ admissions, replaced codes, and deletions', async () => {
    const phone = await aPhone();
    const { cursor } = (await sync(phone)).body;
    const bought = await buy();
    const bare = { order: bought.orderId, registration: bought.people[0]!.id };
    const ticketAfter = async (since: string) => {
      const body = await changesAfter(phone, since, bare.order);
      const order = body.orders.find((one: DoorOrder) => one.order === bare.order);
      return { cursor: body.cursor as string, ended: body.ended, ticket: order.tickets[0] };
    };
    const first = await ticketAfter(cursor);
    expect(first.ticket).toMatchObject({ registration: bare.registration, replaced: [], days: [] });

    const { id, qrCodeData } = bought.people[0]!;
    const [row] = await stage.world.database.db.select().from(registrations).where(eq(registrations.id, id));
    const { firstName, lastName, email, track, dietaryRestrictions } = row!;
    const seen = { firstName, lastName, email, track, dietaryRestrictions };
    const moved = await stage.staff.post(`/api/admin/registrations/${id}`, {
      ...seen,
      email: 'new@example.org',
      seen,
    });
    expect(moved.status).toBe(200);
    const second = await ticketAfter(first.cursor);
    expect(second.ticket.replaced).toEqual([
      {
        code: createHash('sha256').update(qrCodeData).digest('base64url'),
        at: expect.any(String),
        because: 'another_person',
      },
    ]);
    await stage.staff.post('/api/admin/check-in', {
      registrationId: bare.registration,
      method: 'manual_lookup',
    });
    const third = await ticketAfter(second.cursor);
    expect(third.ticket.days).toMatchObject([{ day: '2025-09-20', admitted: { door: null, device: null } }]);

    const refused = await (await stage.staff.post('/api/admin/validate-qr', { qrToken: qrCodeData })).json();
    expect([refused.valid, refused.reason]).toEqual([false, 'replaced']);

    const codes = await stage.world.database.db
      .select()
      .from(qrCodes)
      .where(eq(qrCodes.registrationId, bare.registration));
    const hashes = codes.map((one) => createHash('sha256').update(one.qrCodeData).digest('base64url'));
    await stage.world.database.pool.query('DELETE FROM orders WHERE id = $1', [bare.order]);
    const last = await changesAfter(phone, third.cursor, bare.order);
    expect([last.gone.includes(bare.order), last.gone.includes(0)]).toEqual([true, false]);
    // The current one and the replaced one; those who ask for the whole list get them, too.
    expect([hashes.length, third.ended]).toEqual([2, null]);
    for (const { ended } of [last, (await sync(phone)).body])
      expect(ended).toEqual(expect.arrayContaining(hashes));
    expect(last.orders.map((one: DoorOrder) => one.order)).not.toContain(bare.order);
  });

  test('misses no late commit: the cursor waits for running transactions', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const slow = await stage.world.database.pool.connect();
    try {
      await slow.query('BEGIN');
      await slow.query("UPDATE registrations SET first_name = 'Slow' WHERE id = $1", [bought.people[0]!.id]);
      const { cursor } = (await sync(phone)).body;
      const later = await buy();
      const seen = (orders: DoorOrder[]) =>
        orders.filter((one) => [bought.orderId, later.orderId].includes(one.order)).map((one) => one.order);
      // Later commits wait behind it.
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

  test('gets the whole list for an invalid cursor, or one from another database or a lost state of this one', async () => {
    const phone = await aPhone();
    const { cursor } = (await sync(phone)).body;
    expect((await sync(phone, [], cursor)).body.isWhole).toBe(false);
    const [feed, transaction] = cursor.split(':');
    const broken = [transaction, `${cursor}x`, '', ':', "'"];
    for (const since of [`00000000:${transaction}`, `${feed}:${'9'.repeat(18)}`, ...broken])
      expect([since, (await sync(phone, [], since)).body.isWhole]).toEqual([since, true]);
  });

  test('looks up an unknown code and gets the order without the code', async () => {
    const { orderId, people } = await buy();
    const phone = await aPhone();
    const ask = async (qrToken: string) => (await phone.post('/api/door/ticket', { qrToken })).json();
    expect((await ask(people[0]!.qrCodeData)).order.order).toBe(orderId);
    expect(await ask(`T${'0'.repeat(28)}`)).toEqual({ order: null, isRemoved: false });
    expect(await ask('https://example.org')).toEqual({ order: null, isRemoved: false });
    await stage.staff.request(`/api/admin/registrations/${people[0]!.id}?organizer=true`, {
      method: 'DELETE',
    });
    expect(await ask(people[0]!.qrCodeData)).toEqual({ order: null, isRemoved: true });
  });

  test('reports its state to staff', async () => {
    const { body } = await join((await invite()).secret, 'Tom', 'Garage');
    const { phone } = await join((await invite()).secret, 'Ana', 'Garage');
    await sync(phone);
    const { phones } = await (await stage.staff.get('/api/admin/door/phones')).json();
    const of = (person: string) => phones.find((one: { person: string }) => one.person === person);
    expect(of('Tom')).toMatchObject({ id: body.phone.id, tickets: 0, isReady: false });
    expect(of('Ana')).toMatchObject({ tickets: 3, waiting: 1, isReady: true });
  });
});

describe('a phone that joins again', () => {
  test('ends its previous phone at its first contact, not if the join’s response was lost', async () => {
    const { phone, body } = await join((await invite()).secret);
    const former = stage.world.visitor();
    former.setCookie('door', phone.cookie('door')!);
    const { secret } = await invite({ role: 'supervisor', maxPhones: 2 });
    const again = { invitation: secret, person: 'Jo', door: 'Garage' };
    expect((await phone.post('/api/door/join', again)).status).toBe(200);
    expect((await sync(former)).body.isRevoked).toBe(false);
    expect((await sync(phone)).body).toMatchObject({ isRevoked: false, isWhole: true });
    expect((await sync(former)).body.isRevoked).toBe(true);
    const { phones } = await (await stage.staff.get('/api/admin/door/phones')).json();
    const ended = phones.find((one: { id: string }) => one.id === body.phone.id);
    expect([ended.revokedAt, ended.endsAt < body.phone.endsAt]).toEqual([null, true]);
    expect((await sync(phone)).body.isRevoked).toBe(false);
  });
});

test('what a steward undid before the phone joined again counts, and nothing that another phone did', async () => {
  const bought = await buy(teamOfTen());
  const { phone } = await join((await invite()).secret);
  const admissions = [admit(bought, 0), admit(bought, 1)];
  await sync(phone, [admissions[0]!]);
  await sync(await aPhone(), [admissions[1]!]);
  const again = { invitation: (await invite()).secret, person: 'Jo', door: 'Garage' };
  expect((await phone.post('/api/door/join', again)).status).toBe(200);
  const undone = admissions.map((one) => undo(one));
  expect((await sync(phone, undone)).body.stored).toHaveLength(2);
  expect([await current(bought, 0), await current(bought, 1)]).toMatchObject([[], [{}]]);
});

describe('a revoked phone', () => {
  async function revoked() {
    const bought = await buy();
    const { phone, body } = await join((await invite()).secret);
    stage.world.moveClock('2025-09-20T15:00:00Z');
    expect((await stage.staff.post(`/api/admin/door/phones/${body.phone.id}/revoke`, {})).status).toBe(200);
    return { bought, phone };
  }

  test('is told to wipe itself and no longer gets the list', async () => {
    const { phone } = await revoked();
    expect((await sync(phone)).body).toMatchObject({ isRevoked: true, orders: [] });
    const response = await phone.post('/api/door/ticket', { qrToken: 'unknown' });
    expect([response.status, (await response.json()).code]).toEqual([403, 'door_phone_ended']);
    expect((await phone.get('/api/door/stream')).status).toBe(403);
  });

  test('loses its stream at once, and cannot reopen it', async () => {
    const { phone, body } = await join((await invite()).secret);
    const stream = await phone.get('/api/door/stream');
    const reader = stream.body!.getReader();
    await reader.read();
    await stage.staff.post(`/api/admin/door/phones/${body.phone.id}/revoke`, {});
    const read = async (): Promise<void> => ((await reader.read()).done ? undefined : read());
    await read();
    expect((await phone.get('/api/door/stream')).status).toBe(403);
  });

  test('can upload earlier decisions, which are marked, but no later ones', async () => {
    const { bought, phone } = await revoked();
    const before = admit(bought, 0, { at: '2025-09-20T14:59:59Z' });
    const after = admit(bought, 0, { at: '2025-09-20T15:00:30Z' });
    const { body } = await sync(phone, [before, after]);
    expect([body.stored, body.refused.map((one: { id: string }) => one.id)]).toEqual([
      [before.id],
      [after.id],
    ]);
    const [row] = await stage.world.database.db.select().from(scans).where(eq(scans.id, before.id));
    expect(row!.fromRevoked).toBe(true);
    expect(await current(bought)).toHaveLength(1);
    // Once it has joined again, these count, too.
    expect((await sync(await aPhone(), [after])).body.stored).toEqual([after.id]);
  });

  test('cannot join again with an invitation that it joined with before, but can with another', async () => {
    const [first, second, other] = [await invite(), await invite(), await invite({ maxPhones: 1 })];
    const { phone } = await join(first.secret);
    await sync(phone);
    const joinAgain = async ({ secret }: { secret: string }) => {
      const response = await phone.post('/api/door/join', {
        invitation: secret,
        person: 'Jo',
        door: 'Garage',
      });
      const { code, phone: joined } = await response.json();
      await sync(phone);
      return code ?? joined;
    };
    const again = await joinAgain(second);
    await stage.staff.post(`/api/admin/door/phones/${again.id}/revoke`, {});
    for (const used of [first, second]) expect(await joinAgain(used)).toBe('phone_revoked');
    expect((await sync(phone)).body.isRevoked).toBe(true);
    expect(await joinAgain(other)).toMatchObject({ person: 'Jo' });
    for (const used of [first, second]) expect(await joinAgain(used)).toBe('phone_revoked');
    expect(await joinAgain(other)).toMatchObject({ person: 'Jo' });
  });

  test('is the same as one whose invitation has ended', async () => {
    const bought = await buy();
    const { phone } = await join((await invite({ endsAt: '2025-09-20T14:30:00Z' })).secret);
    stage.world.moveClock('2025-09-20T15:00:00Z');
    const { body } = await sync(phone, [admit(bought, 0, { at: '2025-09-20T14:29:00Z' })]);
    expect([body.isRevoked, body.stored.length]).toEqual([true, 1]);
  });
});

test('the stream tells a phone about each change', async () => {
  const phone = await aPhone();
  await eventuallyReported(stage.world.database.pool);
  const stream = await phone.get('/api/door/stream');
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body!.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  // The first event comes at once, because something may have been missed before.
  expect(await next()).toContain('event: change');
  await buy();
  expect(await next()).toContain('event: change');
  await reader.cancel();
});
