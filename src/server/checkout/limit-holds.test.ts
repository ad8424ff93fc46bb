import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOLD_LIMITS } from '#domain/holds.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { seatsTaken } from '#test/seats-taken.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { orders, paymentAttempts, rateLimits } from '../db/tables.ts';
import { reconcilePayments } from '../payments/reconcile.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
});
afterEach(async () => {
  const { db } = world.database;
  await db.update(paymentAttempts).set({ holdUntil: new Date(0) });
  await reconcilePayments(world.context());
  await db.delete(rateLimits);
});
afterAll(() => world.stop());

const SCHOOL = '203.0.113.1';
let people = 0;
const nextEmail = () => {
  people += 1;
  return `person${people}@example.org`;
};
const team = () => teamOfTen({ email: nextEmail(), teamMembers: [] });

async function order(visitor: Visitor, body: unknown) {
  const response = await visitor.post('/api/create-checkout-session', body);
  const told = await response.json();
  return { status: response.status, code: told.code ?? 'ok', ...told };
}

const counted = (responses: { code: string }[]) =>
  Object.fromEntries(
    [...new Set(responses.map(({ code }) => code))].map((code) => [
      code,
      responses.filter((one) => one.code === code).length,
    ]),
  );

describe('one IP address', () => {
  test('can hold four teams of ten but not the whole hall (R-HOLD-1)', async () => {
    const responses = [];
    for (let n = 0; n < 6; n += 1) responses.push(await order(world.visitor(SCHOOL), team()));
    expect(counted(responses)).toEqual({ ok: 4, too_much_held: 2 });
    expect([responses[4]!.status, responses[4]!.message]).toEqual([
      429,
      'Your network has reached the limit of 30 unpaid orders or 40 unpaid seats at a time. Pay for an open order, or wait up to 45 minutes for it to expire.',
    ]);
    expect(await seatsTaken(world)).toBe(HOLD_LIMITS.ip.seats);
    expect((await order(world.visitor('203.0.113.2'), team())).code).toBe('ok');
  });

  test('has the same limit for concurrent orders', async () => {
    const responses = [];
    // The last seats are requested in waves; forty at once would exceed a busy site's wait for locks.
    for (let wave = 0; wave < 5; wave += 1) {
      const visitors = Array.from({ length: 8 }, () => world.visitor(SCHOOL));
      responses.push(...(await Promise.all(visitors.map((visitor) => order(visitor, checkout())))));
    }
    expect(counted(responses)).toEqual({ ok: 30, too_much_held: 10 });
    expect(await seatsTaken(world)).toBe(30);
  });

  test('no longer counts orders that are paid or have ended', async () => {
    const first = [];
    for (let n = 0; n < 4; n += 1) first.push(await order(world.visitor(SCHOOL), team()));
    expect((await order(world.visitor(SCHOOL), checkout())).code).toBe('too_much_held');
    await world.pay(first[0]!.url);
    await world.visitor().get(`/api/registrations/${first[0]!.transactionId}`);
    expect((await order(world.visitor(SCHOOL), team())).code).toBe('ok');
    await world.database.db.update(paymentAttempts).set({ holdUntil: new Date(0) });
    await reconcilePayments(world.context());
    expect((await order(world.visitor(SCHOOL), team())).code).toBe('ok');
    const marks = await world.database.db
      .select({ status: orders.paymentStatus, from: orders.ipMark, by: orders.browserMark })
      .from(orders);
    expect(marks.filter(({ status, from, by }) => status !== 'pending' && (from ?? by) !== null)).toEqual([]);
    expect(JSON.stringify(marks)).not.toContain(SCHOOL);
  });
});

test('one browser can hold three teams of ten, whatever addresses and emails it uses', async () => {
  const visitor = world.visitor('203.0.113.10');
  const responses = [];
  for (let n = 0; n < 4; n += 1) {
    const moved = world.visitor(`203.0.113.${10 + n}`);
    if (visitor.cookie('session')) moved.setCookie('session', visitor.cookie('session')!);
    const response = await order(n === 0 ? visitor : moved, team());
    responses.push(response);
  }
  expect(counted(responses)).toEqual({ ok: 3, too_much_held: 1 });
  expect(responses[3]!.message).toMatch(/^You have reached the limit of 5 unpaid orders or 30 unpaid seats/);
});

test('concurrent orders in several tabs count as one browser', async () => {
  const first = world.visitor();
  await order(first, checkout({ email: nextEmail() }));
  const tabs = Array.from({ length: 7 }, () => {
    const tab = world.visitor();
    tab.setCookie('session', first.cookie('session')!);
    return order(tab, checkout({ email: nextEmail() }));
  });
  expect(counted(await Promise.all(tabs))).toEqual({ ok: 4, too_much_held: 3 });
});

test('one email has the same limit, whatever its case and from many addresses at once', async () => {
  const written = (n: number) => (n % 2 ? 'Ada@Example.org' : 'ada@example.org');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, n) => order(world.visitor(), checkout({ email: written(n) }))),
  );
  expect(counted(responses)).toEqual({ ok: 5, too_much_held: 3 });
});

test("changing a checkout doesn't count as another order", async () => {
  const before = await seatsTaken(world);
  const visitor = world.visitor(SCHOOL);
  const checkoutId = crypto.randomUUID();
  const others = [await order(visitor, team()), await order(visitor, team())];
  const changes = [];
  for (let n = 0; n < 6; n += 1) {
    const body = teamOfTen({ checkoutId, phone: `303 555 010${n}`, teamMembers: [] });
    changes.push(await order(visitor, body));
  }
  expect(counted([...others, ...changes])).toEqual({ ok: 8 });
  expect(await seatsTaken(world)).toBe(before + 30);
});

test('a change that would exceed the limit leaves the earlier order unchanged', async () => {
  const visitor = world.visitor();
  const checkoutId = crypto.randomUUID();
  const single = await order(visitor, checkout({ checkoutId }));
  const teams = [await order(visitor, team()), await order(visitor, team())];
  expect(counted([single, ...teams])).toEqual({ ok: 3 });
  const larger = teamOfTen({ checkoutId, teamMembers: [] });
  expect((await order(visitor, larger)).code).toBe('ok');
  await order(visitor, checkout({ checkoutId }));
  expect((await order(visitor, team())).code).toBe('too_much_held');
  for (let n = 0; n < 9; n += 1) await order(visitor, checkout());
  const back = await order(visitor, checkout({ checkoutId }));
  expect((await order(visitor, larger)).code).toBe('too_much_held');
  expect(await world.pay(back.url)).toMatchObject({ status: 303 });
});

test('staff, who order for callers, have no limit', async () => {
  const staff = await world.staff();
  const responses = [];
  for (let n = 0; n < 7; n += 1) responses.push(await order(staff, checkout()));
  expect(counted(responses)).toEqual({ ok: 7 });
});
