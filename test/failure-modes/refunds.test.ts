import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { eventually } from '#test/eventually.ts';
import { teamOfTen } from '../factories.ts';
import { seats } from '../seats-taken.ts';
import { orderOf } from '../start-checkout.ts';
import { answerOf, type Visitor } from '../visitor.ts';
import { createWorld, type World } from '../world.ts';
import { askSquare, secondPayment } from './second-payment.ts';
import {
  chargesOf,
  clearFaults,
  faultsOf,
  letHoldsEnd,
  OPEN,
  type Open,
  open,
  pay,
  reconcileAll,
  setCapacity,
  standing,
} from './stage.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
beforeEach(() => clearFaults(world));
afterAll(() => world.stop());

async function buy(provider: Open['provider'], changes: Record<string, unknown> = {}): Promise<Open> {
  const checkout = await open(world, provider, changes);
  expect(await pay(world, checkout)).toBe(true);
  const { order } = await (await checkout.visitor.get(`/api/registrations/${checkout.transactionId}`)).json();
  expect(order.paymentStatus).toBe('completed');
  return checkout;
}

const refund = ({ orderId }: Open, wish: Record<string, unknown>) =>
  answerOf(staff.post(`/api/admin/orders/${orderId}/refund`, { refundId: randomUUID(), ...wish }));

async function becomes(checkout: Open, wanted: object) {
  await eventually(async () => {
    await reconcileAll(world);
    expect(await standing(world, checkout)).toMatchObject(wanted);
  });
}

async function caseOf({ orderId }: Open): Promise<PaymentCase | undefined> {
  const cases: PaymentCase[] = await (await staff.get('/api/admin/payment-cases')).json();
  return cases.find((one) => one.orderId === orderId);
}

/** The order's refunds as the provider lists them. */
async function givenBack({ provider, orderId }: Open): Promise<number[]> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    `SELECT id FROM refunds WHERE order_id = ${orderId}`,
  );
  const ids = rows.map((row) => row.id);
  if (provider === 'stripe') {
    const { data } = await world.stripe.refunds.list({ limit: 100 });
    return data.filter((one) => ids.includes(one.metadata?.refund_id ?? '')).map((one) => one.amount);
  }
  const { locationId } = world.dependencies.settings.square!;
  const response = await askSquare(world, `/v2/refunds?location_id=${locationId}`);
  const listed: { reason: string; amount_money: { amount: number } }[] = response.refunds;
  return listed
    .filter((one) => ids.some((id) => one.reason.includes(id)))
    .map((one) => one.amount_money.amount);
}

const revenue = async () => (await (await staff.get('/api/admin/stats')).json()).totalRevenue as number;

describe.each(PAYMENT_PROVIDERS)('refunds by %s', (provider) => {
  test('23 · refunding a duplicate payment leaves the ticket of the first payment valid', async () => {
    const checkout = await buy(provider);
    const before = await seats(world);
    await secondPayment(world, checkout);
    await becomes(checkout, { status: 'completed', tickets: 1, money: 2000, refunds: 1 });
    expect(await givenBack(checkout)).toEqual([2000]);
    expect(await chargesOf(world, checkout)).toEqual([2000, 2000]);
    expect(await seats(world)).toBe(before);
  });

  test('24 · one refund is paid out once, however often it is asked for', async () => {
    const checkout = await buy(provider);
    const refundId = randomUUID();
    const path = provider === 'stripe' ? '/v1/refunds' : '/v2/refunds';
    faultsOf(world, provider).set({
      duplicateWebhooks: 2,
      failNext: { method: 'POST', path, when: 'after', kind: 'drop' },
    });
    const clicks = await Promise.all([1, 2, 3].map(() => refund(checkout, { refundId, amount: 600 })));
    expect(clicks.map((one) => one.status)).toEqual([200, 200, 200]);
    await becomes(checkout, { status: 'partially_refunded', money: 1400, refunds: 1 });
    expect(await givenBack(checkout)).toEqual([600]);
    const more = await refund(checkout, { amount: 1401 });
    expect([more.status, more.body.code]).toEqual([409, 'refund_too_large']);
    expect(await givenBack(checkout)).toEqual([600]);
  });

  test('25 · reports do not count refunded money', async () => {
    const before = await revenue();
    const team = await buy(provider, teamOfTen().registrationData);
    expect(await revenue()).toBe(before + 200);
    await refund(team, { amount: 15_000 });
    await becomes(team, { status: 'partially_refunded', money: 5000 });
    expect(await revenue()).toBe(before + 50);
    await refund(team, { amount: 5000 });
    await becomes(team, { status: 'refunded', money: 0, tickets: 0 });
    expect(await revenue()).toBe(before);
  });

  test('refunding an order in review frees its seats once', async () => {
    const before = await seats(world);
    const checkout = await open(world, provider);
    await secondPayment(world, checkout, 100);
    expect(await standing(world, checkout)).toEqual({ ...OPEN, status: 'review', money: 100 });
    expect(await seats(world)).toBe(before + 1);
    const found = await caseOf(checkout);
    const decisions = await Promise.all(
      [1, 2].map(() =>
        staff.post(`/api/admin/payment-cases/${found!.id}/resolve`, {
          ...{ decision: 'refund', note: 'not ours' },
          ...found!.refund,
        }),
      ),
    );
    expect(decisions.filter((one) => one.status === 200)).toHaveLength(1);
    await becomes(checkout, { status: 'refunded', money: 0, tickets: 0, refunds: 1 });
    expect(await seats(world)).toBe(before);
  });

  test('of a team in review, only seats without a name are refunded, and accepting it keeps the others', async () => {
    const before = await seats(world);
    const checkout = await open(world, provider, teamOfTen().registrationData);
    await secondPayment(world, checkout, 1000);
    const tooMany = await refund(checkout, { amount: 100, freeSeats: 8 });
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'no_such_seats']);
    await refund(checkout, { amount: 100, freeSeats: 7 });
    await becomes(checkout, { status: 'review', money: 900, refunds: 1 });
    const found = await caseOf(checkout);
    await staff.post(`/api/admin/payment-cases/${found!.id}/resolve`, { decision: 'accept' });
    await becomes(checkout, { status: 'partially_refunded', tickets: 3 });
    expect(await seats(world)).toBe(before + 3);
    // Nobody is missing.
    expect((await orderOf(world, checkout.transactionId)).attendeeDataStatus).toBe('complete');
  });

  test('of a team in review whose seats were released, those refunded are not taken again once it is accepted', async () => {
    const before = await seats(world);
    const checkout = await open(world, provider, teamOfTen().registrationData);
    await letHoldsEnd(world);
    expect((await standing(world, checkout)).status).toBe('expired');
    await secondPayment(world, checkout, 1000);
    await becomes(checkout, { status: 'review', money: 1000 });
    await refund(checkout, { amount: 100, freeSeats: 7 });
    await becomes(checkout, { status: 'review', money: 900, refunds: 1 });
    // They were free already.
    expect(await seats(world)).toBe(before);
    const found = await caseOf(checkout);
    await staff.post(`/api/admin/payment-cases/${found!.id}/resolve`, { decision: 'accept' });
    await becomes(checkout, { status: 'partially_refunded', tickets: 3 });
    expect(await seats(world)).toBe(before + 3);
    expect(await orderOf(world, checkout.transactionId)).toMatchObject({
      ...{ seatsReturned: 7, attendeeDataStatus: 'complete' },
    });
  });

  test('accepting the failed refund of a team in review restores the seats it had ended', async () => {
    const before = await seats(world);
    const checkout = await open(world, provider, teamOfTen().registrationData);
    await secondPayment(world, checkout, 1000);
    faultsOf(world, provider).set({ failRefundsAfterMs: 0, holdRefunds: true });
    await refund(checkout, { amount: 100, freeSeats: 2 });
    clearFaults(world);
    const found = await eventually(async () => {
      await reconcileAll(world);
      const one = await caseOf(checkout);
      expect(one!.kind).toBe('refund_failed');
      return one!;
    });
    const accepted = await staff.post(`/api/admin/payment-cases/${found.id}/resolve`, { decision: 'accept' });
    expect(accepted.status).toBe(200);
    await becomes(checkout, { status: 'completed', money: 1000, tickets: 3 });
    expect(await seats(world)).toBe(before + 10);
    expect(await orderOf(world, checkout.transactionId)).toMatchObject({
      ...{ seatsReturned: 0, attendeeDataStatus: 'partial' },
    });
  });

  test('a stray payment for a paid order is refunded alone, and the ticket stays valid', async () => {
    const checkout = await buy(provider);
    await secondPayment(world, checkout, 1000);
    await becomes(checkout, { status: 'completed', money: 3000, tickets: 1 });
    const found = await caseOf(checkout);
    expect(found).toMatchObject({ kind: 'payment_mismatch', refund: { amount: 1000, isWhole: false } });
    await staff.post(`/api/admin/payment-cases/${found!.id}/resolve`, {
      decision: 'refund',
      ...found!.refund,
    });
    await becomes(checkout, { status: 'completed', money: 2000, tickets: 1, refunds: 1 });
  });

  test('if the refund of a duplicate payment fails, its case refunds only that payment, and the ticket stays valid', async () => {
    const checkout = await buy(provider);
    const before = await seats(world);
    faultsOf(world, provider).set({ failRefundsAfterMs: 0, holdRefunds: true });
    await secondPayment(world, checkout);
    clearFaults(world);
    const found = await eventually(async () => {
      await reconcileAll(world);
      const one = await caseOf(checkout);
      expect(one).toMatchObject({
        ...{ kind: 'refund_failed', decisions: ['dismiss', 'refund'] },
        refund: { amount: 2000, isWhole: false },
      });
      return one!;
    });
    expect(await standing(world, checkout)).toMatchObject({ status: 'completed', money: 4000, tickets: 1 });
    const decided = await staff.post(`/api/admin/payment-cases/${found.id}/resolve`, {
      decision: 'refund',
      ...found.refund,
    });
    expect(decided.status).toBe(200);
    await becomes(checkout, { status: 'completed', money: 2000, tickets: 1, refunds: 2 });
    expect(await seats(world)).toBe(before);
  });

  test.each(['accept', 'refund'])(
    'late money whose refund fails goes to staff, who can choose “%s”',
    async (decision) => {
      const checkout = await open(world, provider);
      await letHoldsEnd(world);
      expect((await standing(world, checkout)).status).toBe('expired');
      const before = await seats(world);
      await setCapacity(world, before);
      faultsOf(world, provider).set({ failRefundsAfterMs: 0, holdRefunds: true });
      await secondPayment(world, checkout);
      clearFaults(world);
      await becomes(checkout, { status: 'review', money: 2000, tickets: 0, refunds: 1 });
      const found = (await caseOf(checkout))!;
      expect(found).toMatchObject({ kind: 'refund_failed', decisions: ['dismiss', 'accept', 'refund'] });
      await setCapacity(world, before + 1);
      await staff.post(`/api/admin/payment-cases/${found.id}/resolve`, { decision, ...found.refund });
      if (decision === 'accept') await becomes(checkout, { status: 'completed', money: 2000, tickets: 1 });
      else await becomes(checkout, { status: 'refunded', money: 0, tickets: 0, refunds: 2 });
      expect(await seats(world)).toBe(decision === 'accept' ? before + 1 : before);
      await setCapacity(world, 300);
    },
  );
});
