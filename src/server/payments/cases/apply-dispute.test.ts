import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { setRefundStage } from '#test/refund-stage.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { orders, paymentAttempts, paymentCases, paymentLedger } from '../../db/tables.ts';
import { applyDispute } from './apply-dispute.ts';

const stage = setRefundStage();

test.each(['stripe', 'square'] as const)(
  'a %s dispute that is lost and won on appeal returns the money, closes its case, and stays won',
  async (provider) => {
    const { id } = (await stage.buy({ ...checkout(), provider })).order;
    const [order] = await stage.world.database.db.select().from(orders).where(eq(orders.id, id));
    const gateway = stage.world.dependencies.gateways.get(provider)!;
    const dispute = {
      ref: `dp_${id}`,
      ...{ attemptId: randomUUID(), orderId: id, moneyRef: order!.squarePaymentId! },
      amount: { minor: 15_00, currency: 'usd' },
    };
    const tell = (state: 'open' | 'won' | 'lost') =>
      applyDispute(stage.world.context(), gateway, { ...dispute, state }, sql`SELECT`);
    const money = async () => (await stage.staff.get(`/api/admin/orders/${id}/refunds`)).json();
    const found = async () =>
      (await (await stage.staff.get('/api/admin/payment-cases')).json()).filter(
        (one: { orderId: number }) => one.orderId === id,
      );

    await tell('open');
    await tell('lost');
    expect(await money()).toMatchObject({ captured: 20_00, lost: 15_00, refundable: 5_00, disputed: false });
    expect(await found()).toMatchObject([{ kind: 'dispute_lost', resolvedAt: null }]);

    // A late, stale webhook changes nothing.
    for (const state of ['won', 'won', 'lost', 'open'] as const) await tell(state);
    expect(await money()).toMatchObject({ captured: 20_00, refundable: 20_00, disputed: false });
    expect((await stage.standing(id)).kept).toBe(20_00);
    expect(await found()).toMatchObject([
      { kind: 'dispute_lost', resolvedBy: 'site', decision: null, note: 'The dispute was won on appeal.' },
    ]);
  },
);

test.each(['stripe', 'square'] as const)(
  'a %s dispute that was closed and is opened again stops refunds, and books the amount that is then lost',
  async (provider) => {
    const { id, tell, open } = await disputed({ ...checkout(), provider }, 20_00, provider);
    const money = async () => (await stage.staff.get(`/api/admin/orders/${id}/refunds`)).json();
    for (const state of ['open', 'won', 'open', 'open'] as const) await tell(state);
    expect(await money()).toMatchObject({ refundable: 0, disputed: true });
    expect((await stage.refund(id, { amount: 1_00 })).body.code).toBe('order_disputed');
    for (const state of ['won', 'lost'] as const) await tell(state, 15_00);
    expect(await money()).toMatchObject({ refundable: 5_00, disputed: false });
    expect(await open()).toMatchObject([{ kind: 'dispute_lost', details: { amount: 15_00 } }]);
    // What an appeal brings back is what was lost.
    for (const state of ['won', 'lost', 'open'] as const) await tell(state, 20_00);
    expect(await money()).toMatchObject({ refundable: 20_00, disputed: false });
    expect(await stage.standing(id)).toMatchObject({ kept: 20_00 });
  },
);

/** An order whose payment is disputed for this amount: what the provider says of it, and the cases that are open. */
async function disputed(
  body: Record<string, unknown>,
  minor: number,
  provider: 'stripe' | 'square' = 'stripe',
) {
  const { id } = (await stage.buy(body)).order;
  const [order] = await stage.world.database.db.select().from(orders).where(eq(orders.id, id));
  const dispute = {
    ref: `dp_${id}`,
    ...{ attemptId: randomUUID(), orderId: id, moneyRef: order!.squarePaymentId! },
    amount: { minor, currency: 'usd' },
  };
  const gateway = stage.world.dependencies.gateways.get(provider)!;
  const tell = (state: 'open' | 'won' | 'lost', now = minor) =>
    applyDispute(
      stage.world.context(),
      gateway,
      { ...dispute, amount: { minor: now, currency: 'usd' }, state },
      sql`SELECT`,
    );
  const open = async (): Promise<PaymentCase[]> =>
    (await (await stage.staff.get('/api/admin/payment-cases')).json()).filter(
      (one: PaymentCase) => one.orderId === id && one.resolvedAt === null,
    );
  const settle = async (decision: string) => {
    const [found] = await open();
    const body = { decision, ...found!.refund };
    return (await stage.staff.post(`/api/admin/payment-cases/${found!.id}/resolve`, body)).status;
  };
  return { id, tell, open, settle };
}

test('money won back for an order that has been refunded since goes to staff, who refund or keep it', async () => {
  const { id, tell, open, settle } = await disputed(checkout(), 15_00);
  await tell('lost');
  await stage.refund(id, { amount: 5_00 });
  expect(await stage.standing(id)).toMatchObject({ status: 'refunded', kept: 0, people: [] });
  for (const _ of ['once', 'twice']) await tell('won');
  expect(await open()).toMatchObject([
    {
      ...{ kind: 'payment_mismatch', decisions: ['dismiss', 'refund'] },
      details: { status: 'refunded', wonBack: 15_00 },
      refund: { amount: 15_00, isWhole: true },
    },
  ]);
  // Only its case refunds it: what staff settled some other way stays settled.
  expect((await stage.refund(id, { amount: 15_00 })).body.code).toBe('order_not_refundable');
  expect(await settle('refund')).toBe(200);
  await stage.waitForRefunds(id, 'succeeded');
  expect(await stage.standing(id)).toMatchObject({ status: 'refunded', kept: 0, returned: 1 });
});

test('money won back for an order whose seats were canceled without a refund meanwhile goes to staff', async () => {
  const { id, tell, open, settle } = await disputed(checkout(), 20_00);
  await tell('lost');
  const [jane] = await stage.people(id);
  expect((await stage.refund(id, { amount: 0, registrationIds: [jane!.id] })).status).toBe(200);
  expect(await stage.standing(id)).toMatchObject({ status: 'completed', kept: 0, people: [] });
  await tell('won');
  expect(await open()).toMatchObject([
    {
      ...{ kind: 'payment_mismatch', decisions: ['dismiss', 'refund'] },
      details: { status: 'completed', wonBack: 20_00, seatsLeft: 0 },
      refund: { amount: 20_00, isWhole: true },
    },
  ]);
  expect(await settle('refund')).toBe(200);
  await stage.waitForRefunds(id, 'succeeded');
  expect(await stage.standing(id)).toMatchObject({ status: 'refunded', kept: 0, returned: 1 });
});

test('of what is won back for a team that keeps other seats, staff choose in the order what they refund', async () => {
  const { id, tell, open } = await disputed(teamOfTen(), 200_00);
  await tell('lost');
  await stage.refund(id, { amount: 0, freeSeats: 3 });
  await tell('won');
  expect(await open()).toMatchObject([
    { kind: 'payment_mismatch', decisions: ['dismiss'], details: { seatsLeft: 7 }, refund: null },
  ]);
  expect((await stage.refund(id, { amount: 60_00 })).status).toBe(200);
  await stage.waitForRefunds(id, 'succeeded');
  expect(await stage.standing(id)).toMatchObject({ status: 'partially_refunded', kept: 140_00, returned: 3 });
});

test('money won back for a team whose seats were refunded with what was left goes to staff, too', async () => {
  const { id, tell, open } = await disputed(teamOfTen(), 150_00);
  await tell('lost');
  await stage.refund(id, { amount: 20_00, freeSeats: 4 });
  await stage.waitForRefunds(id, 'succeeded');
  await tell('won');
  expect(await open()).toMatchObject([{ kind: 'payment_mismatch', details: { seatsLeft: 6 }, refund: null }]);
});

/** Stripe doesn't answer calls about refunds for now. */
function holdRefunds() {
  stage.world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 },
  });
}

test('a pending refund of one seat ends no other ticket if the bank takes the rest back meanwhile', async () => {
  const { id, tell } = await disputed(teamOfTen(), 180_00);
  const [, ada] = await stage.people(id);
  holdRefunds();
  await stage.refund(id, { amount: 20_00, registrationIds: [ada!.id] });
  for (const state of ['open', 'lost'] as const) await tell(state);
  stage.world.sandbox.stripe.faults.clear();
  await stage.waitForRefunds(id, 'succeeded');
  expect(await stage.standing(id)).toEqual({
    ...{ status: 'partially_refunded', kept: 0, returned: 1, people: ['Bo', 'Jane'] },
  });
});

test('money won back is refunded from its case if the refund that ended the seats was still pending', async () => {
  const { id, tell, open, settle } = await disputed(teamOfTen(), 180_00);
  await tell('lost');
  holdRefunds();
  await stage.refund(id, { amount: 20_00 });
  await tell('won');
  stage.world.sandbox.stripe.faults.clear();
  await stage.waitForRefunds(id, 'succeeded');
  expect(await stage.standing(id)).toMatchObject({ kept: 180_00, returned: 10, people: [] });
  expect(await open()).toMatchObject([
    { decisions: ['dismiss', 'refund'], refund: { amount: 180_00, isWhole: true } },
  ]);
  expect(await settle('refund')).toBe(200);
  await stage.waitForRefunds(id, 'succeeded');
  expect(await stage.standing(id)).toMatchObject({ status: 'refunded', kept: 0, returned: 10 });
});

test('a dispute of a payment without an order goes to staff once; before its payment is recorded, it waits', async () => {
  const { id } = (await stage.buy()).order;
  const { db } = stage.world.database;
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, id));
  await db.delete(paymentLedger).where(eq(paymentLedger.orderId, id));
  const ref = `dp_${id}`;
  const gateway = stage.world.dependencies.gateways.get('stripe')!;
  const dispute = { ref, orderId: id, moneyRef: 'pi_unknown', amount: { minor: 20_00, currency: 'usd' } };
  const tell = (attemptId: string, state: 'open' | 'lost') =>
    applyDispute(stage.world.context(), gateway, { ...dispute, attemptId, state }, sql`SELECT`);
  const found = () => db.select().from(paymentCases).where(eq(paymentCases.subject, ref));
  await expect(tell(attempt!.id, 'open')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await found()).toEqual([]);
  for (const _ of ['once', 'twice']) await tell(randomUUID(), 'open');
  await db.update(paymentCases).set({ resolvedAt: new Date() }).where(eq(paymentCases.subject, ref));
  await tell(randomUUID(), 'lost');
  const details = { provider: 'stripe', orderId: id, disputed: 20_00 };
  expect(await found()).toMatchObject([{ kind: 'payment_without_order', orderId: null, details }]);
});
