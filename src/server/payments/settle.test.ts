import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { SEATS_RELEASED } from '#contract/words/cases.ts';
import { auditRows } from '#test/audit-rows.ts';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { seats } from '#test/seats-taken.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { eq, sql } from '../db/drizzle.ts';
import {
  eventCapacity,
  mails,
  orders,
  paymentAttempts,
  paymentLedger,
  qrCodes,
  refunds,
  registrations,
} from '../db/tables.ts';
import { applyDispute } from './cases/apply-dispute.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';
import { reconcilePayments } from './reconcile.ts';
import { receiveRefund } from './refunds/receive-refund.ts';
import { pushRefund } from './refunds/refund.ts';
import { settle } from './settle.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
});
afterAll(() => world.stop());

const openCheckout = (changes = {}) => startCheckout(world, checkout(changes));

type Open = Awaited<ReturnType<typeof openCheckout>>;

/** The checkout’s state at the provider if it were paid. */
function paidSnapshot({ attempt, orderId }: Open, changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot {
  return {
    provider: 'stripe',
    ref: attempt.ref!,
    attemptId: attempt.id,
    orderId,
    state: 'paid',
    captured: { minor: attempt.amount, currency: 'usd' },
    livemode: false,
    page: null,
    moneyRef: `pi_${attempt.id}`,
    customerRef: null,
    billing: null,
    failure: null,
    ...changes,
  };
}

async function standing(orderId: number) {
  const { db } = world.database;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const ledger = await db.select().from(paymentLedger).where(eq(paymentLedger.orderId, orderId));
  return {
    status: order!.paymentStatus,
    people: await db.$count(registrations, eq(registrations.orderId, orderId)),
    mails: await db.$count(mails, eq(mails.orderId, orderId)),
    money: ledger.reduce((sum, row) => sum + row.amount, 0),
    refunds: await db.$count(refunds, eq(refunds.orderId, orderId)),
  };
}

/** The id that the desk shows. */
async function paymentIdOf(orderId: number): Promise<string | null> {
  const [order] = await world.database.db.select().from(orders).where(eq(orders.id, orderId));
  return order!.squarePaymentId;
}

test('the same payment seen twenty times at once completes the order once', async () => {
  const open = await openCheckout();
  await world.pay(open.url);
  const snapshot = paidSnapshot(open);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => settle(world.context(), snapshot)));
  expect(outcomes.filter((one) => one === 'complete')).toHaveLength(1);
  expect(outcomes.filter((one) => one === 'nothing')).toHaveLength(19);
  expect(await standing(open.orderId)).toEqual({
    status: 'completed',
    people: 1,
    mails: 1,
    money: 2000,
    refunds: 0,
  });
  const tokens = await world.database.db
    .select({ token: qrCodes.qrCodeData })
    .from(qrCodes)
    .innerJoin(registrations, eq(registrations.id, qrCodes.registrationId))
    .where(eq(registrations.orderId, open.orderId));
  expect(tokens).toHaveLength(1);
});

test.each([
  ['another amount', { captured: { minor: 100, currency: 'usd' } }],
  ['another currency', { captured: { minor: 2000, currency: 'eur' } }],
  ['the other mode', { livemode: true }],
  ["another order's number", { orderId: 999_999 }],
  ['the number of no attempt', { attemptId: null }],
  ["another shop's attempt", { attemptId: '00000000-0000-4000-8000-000000000001' }],
])('a payment with %s makes no ticket and goes to review', async (_what, wrong) => {
  const open = await openCheckout();
  expect(await settle(world.context(), paidSnapshot(open, wrong))).toBe('review');
  expect(await standing(open.orderId)).toMatchObject({ status: 'review', people: 0, mails: 0 });
  await seats(world);
  const second = { ...wrong, moneyRef: `pi_second_${open.attempt.id}` };
  expect(await settle(world.context(), paidSnapshot(open, second))).toBe('review');
  expect(await paymentIdOf(open.orderId)).toBe(`pi_${open.attempt.id}`);
  const rows = await auditRows(world, { orderId: open.orderId, action: 'payment_under_review' });
  expect(rows.map(({ details }) => details)).toMatchObject([{ keepsStatus: false }, { keepsStatus: true }]);
});

test('an order under review whose money the bank takes back can be ended without tickets', async () => {
  const open = await openCheckout();
  const wrong = { captured: { minor: 100, currency: 'usd' } };
  expect(await settle(world.context(), paidSnapshot(open, wrong))).toBe('review');
  await applyDispute(world.context(), world.dependencies.gateways.get('stripe')!, {
    ...{ ref: `dp_${open.orderId}`, attemptId: open.attempt.id, orderId: open.orderId, state: 'lost' },
    ...{ moneyRef: `pi_${open.attempt.id}`, amount: { minor: 100, currency: 'usd' } },
  });
  const staff = await world.staff();
  const cases = async (): Promise<PaymentCase[]> =>
    (await (await staff.get('/api/admin/payment-cases')).json()).filter(
      (one: PaymentCase) => one.orderId === open.orderId && one.resolvedAt === null,
    );
  for (const { id, decisions, isLost } of await cases()) {
    expect([decisions, isLost]).toEqual([['dismiss', 'accept'], true]);
    const dismissed = await staff.post(`/api/admin/payment-cases/${id}/resolve`, { decision: 'dismiss' });
    expect(dismissed.status).toBe(200);
  }
  expect(await cases()).toEqual([]);
  expect(await standing(open.orderId)).toMatchObject({ status: 'refunded', people: 0 });
  await seats(world);
});

describe('an order under review whose full refund has failed', () => {
  async function failRefund() {
    const open = await openCheckout();
    const before = await seats(world);
    const ctx = world.context();
    const captured = { minor: 100, currency: 'usd' };
    const paid = paidSnapshot(open, { captured });
    await settle(ctx, paid);
    const back = { refundId: null, ref: `re_${open.orderId}`, moneyRef: paid.moneyRef!, amount: captured };
    for (const state of ['succeeded', 'failed'] as const)
      await receiveRefund(ctx, 'stripe', { ...back, state });
    expect(await standing(open.orderId)).toMatchObject({ status: 'review', people: 0, money: 100 });
    expect(await seats(world)).toBe(before - 1);
    const staff = await world.staff();
    const caseOf = async (kind: string): Promise<PaymentCase> =>
      (await (await staff.get('/api/admin/payment-cases')).json()).find(
        (one: PaymentCase) => one.orderId === open.orderId && one.kind === kind,
      );
    const decide = async (kind: string, decision: string) =>
      staff.post(`/api/admin/payment-cases/${(await caseOf(kind)).id}/resolve`, { decision });
    return { ...open, before, caseOf, decide };
  }

  test('gets no tickets without its seats', async () => {
    const { orderId, before, decide } = await failRefund();
    const refused = await decide('payment_mismatch', 'accept');
    expect([refused.status, (await refused.json()).message]).toEqual([409, SEATS_RELEASED]);
    expect(await standing(orderId)).toMatchObject({ status: 'review', people: 0 });
    expect((await decide('refund_failed', 'accept')).status).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status: 'completed', people: 1 });
    expect(await seats(world)).toBe(before);
  });

  test('ends without tickets if staff settle that elsewhere', async () => {
    const { orderId, before, decide, caseOf } = await failRefund();
    expect((await decide('refund_failed', 'dismiss')).status).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', people: 0 });
    expect(await seats(world)).toBe(before - 1);
    expect((await caseOf('payment_mismatch')).decisions).toEqual(['dismiss', 'refund']);
  });
});

test('late money that puts an ended order under review gives it its seats back, without attendees', async () => {
  const open = await openCheckout();
  const attendees = async () =>
    (await world.database.db.select().from(orders).where(eq(orders.id, open.orderId)))[0]!.attendeeDataStatus;
  const none = { state: 'expired', captured: { minor: 0, currency: 'usd' }, moneyRef: null } as const;
  await settle(world.context(), paidSnapshot(open, none));
  expect(await attendees()).toBe('complete');
  const wrong = { captured: { minor: 100, currency: 'usd' } };
  expect(await settle(world.context(), paidSnapshot(open, wrong))).toBe('review');
  expect(await attendees()).toBe('needed');
});

test('an expiry reported after the payment changes nothing', async () => {
  const open = await openCheckout();
  await settle(world.context(), paidSnapshot(open));
  expect(
    await settle(
      world.context(),
      paidSnapshot(open, { state: 'expired', captured: { minor: 0, currency: 'usd' }, moneyRef: null }),
    ),
  ).toBe('nothing');
  expect(await standing(open.orderId)).toMatchObject({ status: 'completed', people: 1 });
});

test('a late payment gets its seat while one is free', async () => {
  const open = await openCheckout();
  await settle(
    world.context(),
    paidSnapshot(open, { state: 'expired', captured: { minor: 0, currency: 'usd' }, moneyRef: null }),
  );
  expect(await standing(open.orderId)).toMatchObject({ status: 'expired', people: 0 });
  await seats(world);
  expect(await settle(world.context(), paidSnapshot(open))).toBe('complete_late');
  expect(await standing(open.orderId)).toMatchObject({
    status: 'completed',
    people: 1,
    money: 2000,
    refunds: 0,
  });
  await seats(world);
});

test('a late payment for a sold-out day is refunded once, and the buyer is notified', async () => {
  const open = await openCheckout();
  await settle(
    world.context(),
    paidSnapshot(open, { state: 'expired', captured: { minor: 0, currency: 'usd' }, moneyRef: null }),
  );
  // A real payment to refund: another session with the same amount, paid at the provider.
  const other = await openCheckout();
  await world.pay(other.url);
  const real = await world.dependencies.gateways.get('stripe')!.fetch(other.attempt.ref!);
  await world.database.db.execute(
    sql`UPDATE event_capacity SET max_capacity = current_registrations WHERE event_date = '2025-09-20'`,
  );

  const late = paidSnapshot(open, { moneyRef: real!.moneyRef });
  expect(await Promise.all([settle(world.context(), late), settle(world.context(), late)])).toEqual(
    expect.arrayContaining(['complete_late', 'nothing']),
  );
  await eventually(async () => expect((await standing(open.orderId)).status).toBe('refunded'));
  expect(await standing(open.orderId)).toEqual({
    status: 'refunded',
    people: 0,
    mails: 1,
    money: 0,
    refunds: 1,
  });
  expect(await paymentIdOf(open.orderId)).toBe(real!.moneyRef);
  const [refund] = await world.database.db.select().from(refunds).where(eq(refunds.orderId, open.orderId));
  await pushRefund(world.context(), refund!.id);
  expect(await standing(open.orderId)).toMatchObject({ money: 0, refunds: 1 });
  await world.database.db.execute(
    sql`UPDATE event_capacity SET max_capacity = 300 WHERE event_date = '2025-09-20'`,
  );
});

test('until late money has been refunded, the order’s page knows that it arrived', async () => {
  const open = await openCheckout();
  const none = { captured: { minor: 0, currency: 'usd' }, moneyRef: null };
  await settle(world.context(), paidSnapshot(open, { state: 'expired', ...none }));
  const path = `/api/order/${open.transactionId}/confirmation`;
  const page = async () => (await open.buyer.get(path)).json();
  expect(await page()).not.toHaveProperty('isBeingRefunded');
  const { db } = world.database;
  await db.execute(
    sql`UPDATE event_capacity SET max_capacity = current_registrations WHERE event_date = '2025-09-20'`,
  );
  world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 },
  });
  expect(await settle(world.context(), paidSnapshot(open))).toBe('complete_late');
  world.sandbox.stripe.faults.clear();
  expect(await page()).toMatchObject({ order: { paymentStatus: 'expired' }, isBeingRefunded: true });
  await db.execute(sql`UPDATE event_capacity SET max_capacity = 300 WHERE event_date = '2025-09-20'`);
});

describe("after the order's last day", () => {
  const AFTER_TRAINING = '2025-09-20T08:00:00-06:00';
  const AFTER_EVENT = '2025-09-23T12:00:00-06:00';
  const training = { eventType: 'trainer', amount: 1500, finalAmount: 1500 };
  const seatsOf = async () => {
    const days = await world.database.db.select().from(eventCapacity).orderBy(eventCapacity.eventDate);
    return days.map(({ currentRegistrations }) => currentRegistrations);
  };
  const expire = (open: Open) =>
    settle(
      world.context(),
      paidSnapshot(open, { state: 'expired', captured: { minor: 0, currency: 'usd' }, moneyRef: null }),
    );

  beforeEach(() => world.moveClock(EARLY_BIRD));
  afterAll(() => world.moveClock(EARLY_BIRD));

  test.each([
    ['late money for the training day, on the conference day', training, AFTER_TRAINING, expire],
    ['a delayed payment for the conference', {}, AFTER_EVENT, null],
    ['a delayed payment for the training day, on the conference day', training, AFTER_TRAINING, null],
  ])('%s is refunded, its seats are free, and the buyer is notified', async (_what, changes, at, end) => {
    const before = await seatsOf();
    const open = await openCheckout(changes);
    await world.pay(open.url);
    await end?.(open);
    world.moveClock(at);
    const paid = await world.dependencies.gateways.get('stripe')!.fetch(open.attempt.ref!);
    expect(await settle(world.context(), paid!)).toBe('refund_late');
    expect(await standing(open.orderId)).toEqual({
      status: 'refunded',
      people: 0,
      mails: 1,
      money: 0,
      refunds: 1,
    });
    expect(await paymentIdOf(open.orderId)).toBe(paid!.moneyRef);
    const [mail] = await world.database.db.select().from(mails).where(eq(mails.orderId, open.orderId));
    expect(mail!.kind).toBe('refund_notice');
    expect(await seatsOf()).toEqual(before);
    expect(await settle(world.context(), paid!)).toBe('nothing');
  });

  test('money for an order whose seats are still held completes it, unless the order has ended', async () => {
    world.moveClock('2025-09-20T23:50:00-06:00');
    const [held, ended] = [await openCheckout(), await openCheckout()];
    await expire(ended);
    world.moveClock('2025-09-21T00:20:00-06:00');
    expect(await settle(world.context(), paidSnapshot(ended))).toBe('refund_late');
    expect(await settle(world.context(), paidSnapshot(held))).toBe('complete');
  });

  test('a delayed payment for both days completes on the conference day', async () => {
    const open = await openCheckout({ eventType: 'both', amount: 1500, finalAmount: 1500 });
    world.moveClock('2025-09-20T23:59:59-06:00');
    expect(await settle(world.context(), paidSnapshot(open))).toBe('complete');
  });
});

test('a second payment for a paid order is refunded and leaves the tickets alone', async () => {
  const open = await openCheckout();
  await world.pay(open.url);
  await reconcileAll();
  const other = await openCheckout();
  await world.pay(other.url);
  const real = await world.dependencies.gateways.get('stripe')!.fetch(other.attempt.ref!);
  expect(await settle(world.context(), paidSnapshot(open, { moneyRef: real!.moneyRef }))).toBe(
    'refund_duplicate',
  );
  await eventually(async () => expect((await standing(open.orderId)).money).toBe(2000));
  expect(await standing(open.orderId)).toMatchObject({ status: 'completed', people: 1, refunds: 1 });
});

test('reconciliation completes the order without any webhook or return', async () => {
  const open = await openCheckout();
  await world.pay(open.url);
  expect((await standing(open.orderId)).status).toBe('pending');
  await reconcileAll();
  expect(await standing(open.orderId)).toEqual({
    status: 'completed',
    people: 1,
    mails: 1,
    money: 2000,
    refunds: 0,
  });
});

test('a payment page whose creation got no response is found again and charged once', async () => {
  world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'after', kind: '500', times: 1 },
  });
  const visitor = world.visitor();
  const checkoutId = crypto.randomUUID();
  const body = checkout({ checkoutId });
  const first = await visitor.post('/api/create-checkout-session', body);
  world.sandbox.stripe.faults.clear();
  expect(first.status).toBe(503);
  expect(await first.json()).toMatchObject({ code: 'payment_provider_unavailable' });
  const attempts = await world.database.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.state, 'unknown'));
  expect(attempts).toHaveLength(1);
  await reconcileAll();
  const again = await visitor.post('/api/create-checkout-session', body);
  expect(again.status).toBe(200);
  const { url } = (await again.json()) as { url: string };
  expect((await world.pay(url)).status).toBe(303);
  await reconcileAll();
  const orderId = attempts[0]!.orderId;
  expect(await standing(orderId)).toMatchObject({ status: 'completed', people: 1, money: 2000 });
});

test('a page that could not be created while the provider was down is replaced by a new one when too little of its time is left', async () => {
  world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: '500', times: 10 },
  });
  const visitor = world.visitor();
  const body = checkout({ checkoutId: crypto.randomUUID() });
  const first = await visitor.post('/api/create-checkout-session', body);
  world.sandbox.stripe.faults.clear();
  expect(first.status).toBe(503);
  const [attempt] = await world.database.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.state, 'unknown'));
  // Six minutes pass.
  await world.database.db
    .update(paymentAttempts)
    .set({ expiresAt: new Date(attempt!.expiresAt.getTime() - 6 * 60_000) })
    .where(eq(paymentAttempts.id, attempt!.id));
  const again = await visitor.post('/api/create-checkout-session', body);
  expect(again.status).toBe(200);
  const { url } = (await again.json()) as { url: string };
  expect((await world.pay(url)).status).toBe(303);
  expect(await standing(attempt!.orderId)).toMatchObject({ status: 'cancelled', people: 0, money: 0 });
});

/** Runs the job with every open attempt due. */
async function reconcileAll(): Promise<void> {
  await world.database.db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(0) })
    .where(sql`next_check_at IS NOT NULL`);
  await reconcilePayments(world.context());
}
