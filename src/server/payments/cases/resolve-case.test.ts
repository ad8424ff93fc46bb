import { expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { eventually } from '#test/eventually.ts';
import { teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { setRefundStage } from '#test/refund-stage.ts';
import { eq } from '../../db/drizzle.ts';
import { refunds } from '../../db/tables.ts';
import { openCase } from './open-case.ts';

const stage = setRefundStage();
const { buy, refund, standing, seatsTaken, people, casesOf, waitForRefunds } = stage;

const open = async (id: number | null): Promise<PaymentCase[]> =>
  (await (await stage.staff.get('/api/admin/payment-cases')).json()).filter(
    (one: PaymentCase) => one.orderId === id && one.resolvedAt === null,
  );
const resolve = (one: PaymentCase, decision: string) =>
  stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision, ...one.refund });
const remove = (registrationId: number) =>
  stage.staff.request(`/api/admin/registrations/${registrationId}?organizer=true`, { method: 'DELETE' });

/** A refund whose failure Square reports before it has paid. */
async function failUnpaid(id: number, wish: object) {
  const { faults } = stage.world.sandbox.square;
  faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, { ...wish });
  faults.clear();
  await waitForRefunds(id, 'failed');
}

/** A refund that Stripe reports as paid, and then as failed. */
async function failPaid(id: number, wish: object) {
  const { faults } = stage.world.sandbox.stripe;
  faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, { ...wish });
  faults.clear();
  await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
}

test('refunding from the case of a refund that had ended nothing ends its tickets and seats', async () => {
  const before = await seatsTaken();
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada, bo] = await people(id);
  await failUnpaid(id, { amount: 60_00, registrationIds: [ada!.id, bo!.id], freeSeats: 1 });
  expect(await standing(id)).toMatchObject({ status: 'completed', people: ['Ada', 'Bo', 'Jane'] });
  // Her seat is open since.
  await remove(bo!.id);
  const [found] = await open(id);
  expect(found!.refund).toEqual({ amount: 60_00, isWhole: false, seats: 3 });
  expect((await resolve(found!, 'refund')).status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toEqual({
    ...{ status: 'partially_refunded', kept: 140_00, returned: 3, people: ['Jane'] },
  });
  expect(await seatsTaken()).toBe(before + 7);
});

test('refunding from the case of a refund that had ended nothing ends the seat that its holder has returned since', async () => {
  const before = await seatsTaken();
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada] = await people(id);
  await failUnpaid(id, { amount: 20_00, registrationIds: [ada!.id] });
  const { firstName, lastName, email } = ada!;
  const path = `/api/admin/registrations/${ada!.id}/free-seat`;
  expect((await stage.staff.post(path, { seen: { firstName, lastName, email } })).status).toBe(200);
  const [found] = await open(id);
  expect(found!.refund).toEqual({ amount: 20_00, isWhole: false, seats: 1 });
  expect((await resolve(found!, 'refund')).status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toEqual({
    ...{ status: 'partially_refunded', kept: 180_00, returned: 1, people: ['Bo', 'Jane'] },
  });
  expect(await seatsTaken()).toBe(before + 9);
});

test('a failed refund of a ticket that somebody else has by now offers no refund', async () => {
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada] = await people(id);
  await failUnpaid(id, { amount: 20_00, registrationIds: [ada!.id] });
  const [shown] = await open(id);
  expect(shown!.refund).toEqual({ amount: 20_00, isWhole: false, seats: 1 });
  const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
  const zoe = { ...seen, firstName: 'Zoe', email: 'zoe@example.org', seen };
  expect((await stage.staff.post(`/api/admin/registrations/${ada!.id}`, zoe)).status).toBe(200);
  expect(await open(id)).toMatchObject([{ decisions: ['dismiss'], refund: null }]);
  expect((await resolve(shown!, 'refund')).status).toBe(409);
  expect((await standing(id)).people).toEqual(['Bo', 'Jane', 'Zoe']);
});

test('a second payment of another amount is no refund of the order, even after a part of it was refunded', async () => {
  const { id } = (await buy(teamOfTen())).order;
  const [, ada] = await people(id);
  await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
  await waitForRefunds(id, 'succeeded');
  await stage.payAgain(id, { captured: { minor: 15_00, currency: 'usd' } });
  const [found] = await open(id);
  expect(found).toMatchObject({ kind: 'payment_mismatch', refund: { amount: 15_00, isWhole: false } });
  expect((await resolve(found!, 'refund')).status).toBe(200);
  const rows = await stage.world.database.db.select().from(refunds).where(eq(refunds.orderId, id));
  expect(rows.map(({ amount, reason }) => [amount, reason]).toSorted()).toEqual([
    [15_00, 'duplicate'],
    [20_00, 'buyer'],
  ]);
});

/** Two staff's decisions at once, which both wait for the row that `lock` selects. */
async function resolveTwice(one: PaymentCase, decision: string, lock: string) {
  const { pool } = stage.world.database;
  const other = await pool.connect();
  await other.query(`BEGIN; ${lock} FOR UPDATE`);
  const responses = [resolve(one, decision), resolve(one, decision)];
  await eventuallyWaiting(pool, 2);
  await other.query('COMMIT');
  other.release();
  return (await Promise.all(responses)).map(({ status }) => status).toSorted();
}

test('of two staff who accept a case at once, the second is told that it has changed', async () => {
  const { id } = (await buy(teamOfTen())).order;
  await failPaid(id, { amount: 40_00, freeSeats: 2 });
  const [found] = await open(id);
  const lock = `SELECT FROM orders WHERE id = ${id}`;
  expect(await resolveTwice(found!, 'accept', lock)).toEqual([200, 409]);
});

test('of two staff who dismiss a payment without an order at once, the second is told that it has changed', async () => {
  const ctx = stage.world.context();
  await openCase(ctx.db, ctx, { kind: 'payment_without_order', subject: 'pi_1' });
  const [found] = await open(null);
  const lock = `SELECT FROM payment_cases WHERE id = ${found!.id}`;
  expect(await resolveTwice(found!, 'dismiss', lock)).toEqual([200, 409]);
});

test('an order under review cannot be accepted while a full refund is on its way', async () => {
  const { id } = (await buy(teamOfTen())).order;
  await failPaid(id, { amount: 40_00, freeSeats: 2 });
  const { faults } = stage.world.sandbox.stripe;
  const [found] = await open(id);
  expect([found!.decisions, found!.isBeingRefunded]).toEqual([['dismiss', 'accept', 'refund'], false]);
  faults.set({ failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 } });
  expect((await refund(id, { amount: 200_00 })).status).toBe(200);
  expect(await open(id)).toMatchObject([{ decisions: ['dismiss'], isBeingRefunded: true }]);
  const accepted = await resolve(found!, 'accept');
  expect([accepted.status, (await accepted.json()).message]).toEqual([409, 'A full refund is on its way.']);
  faults.clear();
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toMatchObject({ status: 'refunded', kept: 0, people: [] });
});

test.each([
  ['dismiss', 8],
  ['accept', 6],
])(
  'after “%s”, an order whose people staff removed keeps its other seats, and nobody is registered again',
  async (decision, returned) => {
    const before = await seatsTaken();
    const { id } = (await buy(teamOfTen())).order;
    for (const one of await people(id)) await remove(one.id);
    const { faults } = stage.world.sandbox.stripe;
    faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    await refund(id, { amount: 40_00, freeSeats: 2 });
    faults.clear();
    await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
    // All its seats are open, also while it is under review.
    expect((await refund(id, { amount: 1_00, freeSeats: 6 })).status).toBe(200);
    await waitForRefunds(id, 'succeeded');
    const [found] = await open(id);
    expect((await resolve(found!, decision)).status).toBe(200);
    expect(await standing(id)).toEqual({
      ...{ status: 'partially_refunded', kept: 199_00, returned, people: [] },
    });
    expect(await seatsTaken()).toBe(before + 10 - returned);
  },
);
