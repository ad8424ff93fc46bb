import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { setRefundStage } from '#test/refund-stage.ts';
import { answerOf } from '#test/visitor.ts';
import { and, eq } from '../../db/drizzle.ts';
import { eventCapacity, orders, paymentLedger, refunds, registrations } from '../../db/tables.ts';
import { applyDispute } from '../cases/apply-dispute.ts';
import { applyRefund } from './refund.ts';

const stage = setRefundStage();
const { buy, refund, standing, seatsTaken, mailsOf, people, casesOf, waitForRefunds } = stage;
const resolve = (one: PaymentCase, decision: string) =>
  stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision, ...one.refund });
const findCase = async (id: number): Promise<PaymentCase> =>
  (await (await stage.staff.get('/api/admin/payment-cases')).json()).find(
    (one: PaymentCase) => one.orderId === id && one.resolvedAt === null,
  );

describe.each(['stripe', 'square'] as const)('by %s', (provider) => {
  test('a refund that fails after its tickets were canceled puts the order under review, and staff restore the tickets', async () => {
    const before = await seatsTaken();
    const { id } = (await buy({ ...checkout({ email: 'jane@example.org' }), provider })).order;
    const { faults } = stage.world.sandbox[provider];
    // Stripe first reports success, so tickets end; the failure follows later.
    faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    await refund(id, { amount: 20_00 });
    if (provider === 'stripe')
      await eventually(async () => expect((await mailsOf(id, 'refund_notice'))[0]?.sentAt).toBeTruthy());
    faults.clear();
    await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
    const { status, kept } = await standing(id);
    // Square reports the failure before paying, so no ticket had ended.
    expect([status, kept]).toEqual([provider === 'stripe' ? 'review' : 'completed', 20_00]);
    // Everybody who was notified of the refund learns that it failed.
    expect((await mailsOf(id, 'refund_failed')).map((mail) => mail.recipient)).toEqual(
      provider === 'stripe' ? ['jane@example.org'] : [],
    );
    const [one] = await (await stage.staff.get('/api/admin/payment-cases')).json();
    expect(one).toMatchObject({ kind: 'refund_failed', orderId: id, resolvedAt: null });
    const resolved = await stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, {
      decision: provider === 'stripe' ? 'accept' : 'dismiss',
      note: 'spoke to the bank',
    });
    expect([resolved.status, (await resolved.json()).resolvedBy]).toEqual([200, 'admin@example.org']);
    expect((await standing(id)).status).toBe('completed');
    expect(await people(id)).toHaveLength(1);
    // Tickets that are valid again are mailed again.
    expect(await mailsOf(id, 'ticket')).toHaveLength(provider === 'stripe' ? 1 : 0);
    expect(await seatsTaken()).toBe(before + 1);
  });
});

test.each([
  ['a part', 30_00, ['Bo']],
  ['all that was left', 180_00, ['Jane', 'Bo']],
])(
  'a failed refund of %s restores only what it ended; what an earlier one ended stays ended',
  async (_, amount, again) => {
    const before = await seatsTaken();
    const { id } = (await buy(teamOfTen())).order;
    const [, ada, bo] = await people(id);
    await refund(id, { amount: 20_00, registrationIds: [ada!.id], freeSeats: 2 });
    await waitForRefunds(id, 'succeeded');
    stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    await refund(id, { amount, registrationIds: [bo!.id], freeSeats: 0 });
    stage.world.sandbox.stripe.faults.clear();
    await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
    const [one] = await (await stage.staff.get('/api/admin/payment-cases')).json();
    await stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision: 'accept' });
    expect((await people(id)).map(({ firstName }) => firstName)).toEqual(['Jane', 'Bo']);
    expect((await standing(id)).status).toBe('partially_refunded');
    const anew = (await mailsOf(id, 'ticket')).filter((mail) => mail.subjectKey.includes(':case-'));
    expect(anew).toHaveLength(again.length);
    expect(await seatsTaken()).toBe(before + 7);
    const [order] = await stage.world.database.db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ seatsHeld: true, seatsReturned: 3 });
  },
);

test('a retry of a refund that has ended more tickets than were chosen is known after it has failed', async () => {
  const { id } = (await buy(teamOfTen())).order;
  const [, ada, bo] = await people(id);
  const sent = { refundId: randomUUID(), amount: 200_00, registrationIds: [ada!.id] };
  stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, sent);
  stage.world.sandbox.stripe.faults.clear();
  await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
  expect((await standing(id)).status).toBe('review');
  const { status, body } = await refund(id, sent);
  expect([status, body.refunds.map((one: { state: string }) => one.state)]).toEqual([200, ['failed']]);
  expect((await refund(id, { ...sent, registrationIds: [bo!.id] })).body.code).toBe('refund_differs');
});

test('a failed refund of one ticket that staff settle elsewhere leaves the rest of the team valid', async () => {
  const before = await seatsTaken();
  const { id } = (await buy(teamOfTen())).order;
  const [, ada] = await people(id);
  stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
  stage.world.sandbox.stripe.faults.clear();
  await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
  expect((await standing(id)).status).toBe('review');
  const [one] = await (await stage.staff.get('/api/admin/payment-cases')).json();
  await stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision: 'dismiss' });
  expect((await standing(id)).status).toBe('partially_refunded');
  expect((await people(id)).map(({ firstName }) => firstName)).toEqual(['Jane', 'Bo']);
  expect(await seatsTaken()).toBe(before + 9);
});

describe('of two failed refunds', () => {
  /** Refunds of Ada's and of Bo's ticket that fail after all, and their cases. */
  async function failTwice() {
    const { id } = (await buy(teamOfTen())).order;
    const [, ada, bo] = await people(id);
    for (const one of [ada!, bo!]) {
      stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
      const cases = (await casesOf(id)).length;
      await refund(id, { amount: 20_00, registrationIds: [one.id] });
      stage.world.sandbox.stripe.faults.clear();
      await eventually(async () => expect(await casesOf(id)).toHaveLength(cases + 1));
    }
    const all = await (await stage.staff.get('/api/admin/payment-cases')).json();
    const [ofBo, ofAda] = all.filter((one: { orderId: number }) => one.orderId === id);
    return { id, ofAda, ofBo };
  }
  test.each([
    ['dismissed', ['Bo', 'Jane'], 'dismiss', 'partially_refunded', 1],
    ['accepted', ['Ada', 'Bo', 'Jane'], 'accept', 'completed', 0],
  ])(
    'accepting one restores only its ticket: the other is %s',
    async (_, left, decision, status, returned) => {
      const before = await seatsTaken();
      const { id, ofAda, ofBo } = await failTwice();
      await resolve(ofAda, decision);
      expect((await standing(id)).status).toBe('review');
      expect((await resolve(ofBo, 'accept')).status).toBe(200);
      expect(await standing(id)).toEqual({ status, kept: 200_00, returned, people: left });
      expect(await seatsTaken()).toBe(before + 10 - returned);
    },
  );

  test('dismissing the case of a duplicate payment’s failed refund does not count as refunding the order', async () => {
    const { id } = (await buy(teamOfTen())).order;
    const [, ada] = await people(id);
    const { faults } = stage.world.sandbox.stripe;
    faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    await stage.payAgain(id);
    await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
    faults.clear();
    await eventually(async () => expect(await casesOf(id)).toHaveLength(2));
    const all = await (await stage.staff.get('/api/admin/payment-cases')).json();
    // Either may fail first.
    const [duplicate] = await stage.world.database.db
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, id), eq(refunds.reason, 'duplicate')));
    const own = all.filter((one: { orderId: number }) => one.orderId === id);
    const ofDuplicate = own.find((one: { subject: string }) => one.subject === duplicate!.id);
    const ofAda = own.find((one: { subject: string }) => one.subject !== duplicate!.id);
    await resolve(ofDuplicate, 'dismiss');
    await resolve(ofAda, 'accept');
    expect(await standing(id)).toMatchObject({ status: 'completed', people: ['Ada', 'Bo', 'Jane'] });
  });

  test('what the last decision dismisses stays ended, too', async () => {
    const { id, ofAda, ofBo } = await failTwice();
    await resolve(ofAda, 'accept');
    expect(await standing(id)).toMatchObject({ status: 'review', people: ['Ada', 'Jane'] });
    await resolve(ofBo, 'dismiss');
    expect(await standing(id)).toMatchObject({ status: 'partially_refunded', people: ['Ada', 'Jane'] });
  });
});

/** An order that was paid twice, whose second payment Stripe couldn't refund, and that payment. */
async function keepSecondPayment() {
  const { buyer, transactionId, order } = await buy();
  const { id } = order;
  const { faults } = stage.world.sandbox.stripe;
  faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await stage.payAgain(id);
  faults.clear();
  await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
  const { moneyRef } = (await findCase(id)).details;
  const refundedFrom = async () =>
    (await stage.world.database.db.select().from(refunds).where(eq(refunds.orderId, id)))
      .filter((one) => one.state !== 'failed')
      .map((one) => [one.moneyRef, one.amount]);
  const onThePage = async () =>
    (await (await buyer.get(`/api/registrations/${transactionId}`)).json()).refunded;
  return { id, moneyRef, refundedFrom, onThePage };
}

test('the case of a failed refund of a second payment refunds that payment', async () => {
  const { id, moneyRef, refundedFrom } = await keepSecondPayment();
  expect((await resolve(await findCase(id), 'refund')).status).toBe(200);
  expect(await refundedFrom()).toEqual([[moneyRef, 20_00]]);
  expect(await standing(id)).toMatchObject({ status: 'completed', people: ['Jane'] });
});

test('it stays a refund of the second payment after a part of the order was refunded', async () => {
  const { id, moneyRef, onThePage } = await keepSecondPayment();
  await refund(id, { amount: 5_00 });
  await waitForRefunds(id, 'succeeded');
  expect((await resolve(await findCase(id), 'refund')).status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  const rows = await stage.world.database.db.select().from(refunds).where(eq(refunds.orderId, id));
  const reasons = rows.flatMap((one) => (one.state === 'succeeded' ? [[one.amount, one.reason]] : []));
  expect(reasons.toSorted()).toEqual([
    [20_00, 'duplicate'],
    [5_00, 'buyer'],
  ]);
  expect(rows.find((one) => one.reason === 'duplicate' && one.state === 'succeeded')!.moneyRef).toBe(
    moneyRef,
  );
  // The buyer's page names what was refunded of the order, under review too.
  expect(await onThePage()).toBe('5.00');
  await stage.world.database.db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, id));
  expect(await onThePage()).toBe('5.00');
});

test('no refund is taken from a payment that the bank took back', async () => {
  const { id, moneyRef, refundedFrom } = await keepSecondPayment();
  const [order] = await stage.world.database.db.select().from(orders).where(eq(orders.id, id));
  await applyDispute(stage.world.context(), stage.world.dependencies.gateways.get('stripe')!, {
    ...{ ref: `dp_${id}`, attemptId: randomUUID(), orderId: id, moneyRef: order!.squarePaymentId! },
    ...{ amount: { minor: 15_00, currency: 'usd' }, state: 'lost' },
  });
  expect((await refund(id, { amount: 10_00 })).status).toBe(200);
  expect(await refundedFrom()).toEqual([[moneyRef, 10_00]]);
});

test('if the retry of a failed refund fails as well, staff restore the tickets from its case', async () => {
  const before = await seatsTaken();
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada] = await people(id);
  const refundId = randomUUID();
  await refund(id, { refundId, amount: 20_00, registrationIds: [ada!.id] });
  await waitForRefunds(id, 'succeeded');
  const [row] = await stage.world.database.db.select().from(refunds).where(eq(refunds.id, refundId));
  const { ref, moneyRef, amount: minor, currency } = row!;
  await applyRefund(stage.world.context(), refundId, {
    ...{ refundId, ref, moneyRef, amount: { minor, currency }, state: 'failed' },
  });
  const { faults } = stage.world.sandbox.square;
  // Square reports this failure before it has paid.
  faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  expect((await resolve(await findCase(id), 'refund')).status).toBe(200);
  faults.clear();
  await waitForRefunds(id, 'failed');
  expect(await standing(id)).toMatchObject({ status: 'review', people: ['Bo', 'Jane'] });
  expect((await resolve(await findCase(id), 'accept')).status).toBe(200);
  expect(await standing(id)).toMatchObject({
    ...{ status: 'completed', returned: 0, people: ['Ada', 'Bo', 'Jane'] },
  });
  expect(await seatsTaken()).toBe(before + 10);
});

test('a failed refund of a whole order that staff settle elsewhere frees its seats once', async () => {
  const before = await seatsTaken();
  const { id } = (await buy(teamOfTen())).order;
  stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, { amount: 200_00 });
  stage.world.sandbox.stripe.faults.clear();
  await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
  const [one] = await (await stage.staff.get('/api/admin/payment-cases')).json();
  await stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision: 'dismiss' });
  expect([(await standing(id)).status, await people(id), await seatsTaken()]).toEqual([
    'refunded',
    [],
    before,
  ]);
});

test('tickets refunded while the order is under review end, and stay ended when staff accept it', async () => {
  const before = await seatsTaken();
  const { id } = (await buy(teamOfTen())).order;
  const [, ada] = await people(id);
  stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, { amount: 20_00, freeSeats: 1 });
  stage.world.sandbox.stripe.faults.clear();
  await eventually(async () => expect((await standing(id)).status).toBe('review'));
  await refund(id, { amount: 20_00, registrationIds: [ada!.id], freeSeats: 1 });
  await waitForRefunds(id, 'succeeded');
  const afterRefund = { kept: 180_00, people: ['Bo', 'Jane'] };
  expect(await standing(id)).toEqual({ status: 'review', returned: 3, ...afterRefund });
  expect(await seatsTaken()).toBe(before + 7);
  const [one] = await (await stage.staff.get('/api/admin/payment-cases')).json();
  await stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision: 'accept' });
  expect(await standing(id)).toEqual({ status: 'partially_refunded', returned: 2, ...afterRefund });
  expect(await seatsTaken()).toBe(before + 8);
});

test('a refund that the provider refuses becomes a case, and its ticket and seat stay in the order', async () => {
  const { id } = (await buy(teamOfTen())).order;
  const [order] = await stage.world.database.db.select().from(orders).where(eq(orders.id, id));
  // Staff have refunded all of it at the provider, and no webhook has said so yet.
  stage.world.sandbox.stripe.faults.set({ dropWebhooks: 'all' });
  await stage.world.stripe.refunds.create({ payment_intent: order!.squarePaymentId! });
  const [, ada] = await people(id);
  const refused = await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
  expect([refused.status, refused.body.refunds[0].state]).toEqual([200, 'failed']);
  expect(await casesOf(id)).toEqual(['refund_failed']);
  const cases = await (await stage.staff.get('/api/admin/payment-cases')).json();
  expect(cases.find((one: { orderId: number }) => one.orderId === id).details).toMatchObject({
    ...{ amount: 20_00, isRefused: true, provider: 'stripe' },
  });
  expect(await standing(id)).toMatchObject({ status: 'completed', kept: 200_00 });
  expect(await mailsOf(id, 'refund_notice')).toEqual([]);
  expect((await refund(id, { amount: 1_00, registrationIds: [ada!.id] })).body.code).toBeUndefined();
});

test.each([
  ['all of it', 20_00, 'refunded', 'complete'],
  ['a part of it', 5_00, 'review', 'needed'],
])(
  'a refused refund of late money needs a decision only while some is here: %s went back in the dashboard',
  async (_, amount, status, attendeeDataStatus) => {
    const { id } = (await buy()).order;
    const { db } = stage.world.database;
    await db.delete(registrations).where(eq(registrations.orderId, id));
    const [order] = await db
      .update(orders)
      .set({ paymentStatus: 'expired' })
      .where(eq(orders.id, id))
      .returning();
    const moneyRef = order!.squarePaymentId!;
    await db.insert(refunds).values({
      ...{ id: randomUUID(), orderId: id, provider: 'stripe', moneyRef, amount: 20_00, currency: 'usd' },
      ...{ reason: 'late_payment', state: 'pending', requestedBy: 'settlement', createdAt: new Date() },
    });
    await stage.world.stripe.refunds.create({ payment_intent: moneyRef, amount });
    await eventually(async () => expect((await standing(id)).kept).toBe(20_00 - amount));
    await waitForRefunds(id, 'failed');
    const [after] = await db.select().from(orders).where(eq(orders.id, id));
    expect(after).toMatchObject({ paymentStatus: status, attendeeDataStatus });
    expect(await casesOf(id)).toEqual(['refund_failed']);
  },
);

describe('a refund that fails after all and', () => {
  /** The order's status once this refund has failed. */
  async function statusAfter(id: number, wish: Record<string, unknown>) {
    const { faults } = stage.world.sandbox.stripe;
    faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    await refund(id, wish);
    faults.clear();
    await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
    return (await standing(id)).status;
  }

  test('had ended nothing is a case, and every ticket of the order stays valid', async () => {
    const { id } = (await buy(teamOfTen())).order;
    expect(await statusAfter(id, { amount: 5_00 })).toBe('completed');
    expect(await standing(id)).toMatchObject({ kept: 200_00, people: ['Ada', 'Bo', 'Jane'] });
    const found = await findCase(id);
    expect(found).toMatchObject({ decisions: ['dismiss', 'refund'], refund: { amount: 5_00, seats: 0 } });
    await resolve(found, 'refund');
    await waitForRefunds(id, 'succeeded');
    expect(await standing(id)).toMatchObject({ kept: 195_00, people: ['Ada', 'Bo', 'Jane'] });
  });

  test('had ended nothing returns no more than staff were shown, even if the order is under review since', async () => {
    const { id } = (await buy(teamOfTen())).order;
    expect(await statusAfter(id, { amount: 5_00 })).toBe('completed');
    const shown = await findCase(id);
    expect(shown.refund).toEqual({ amount: 5_00, isWhole: false, seats: 0 });
    const [, ada] = await people(id);
    const { faults } = stage.world.sandbox.stripe;
    faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
    faults.clear();
    await eventually(async () => expect((await standing(id)).status).toBe('review'));
    const path = `/api/admin/payment-cases/${shown.id}/resolve`;
    const unsaid = await stage.staff.post(path, { decision: 'refund' });
    expect([unsaid.status, (await unsaid.json()).fields]).toEqual([
      400,
      {
        amount:
          'Expected the refund that was shown: its amount, its seats, and whether it is all that is left',
      },
    ]);
    const late = await resolve(shown, 'refund');
    expect([late.status, (await late.json()).code]).toEqual([409, 'changed_meanwhile']);
    const { db } = stage.world.database;
    expect(await db.$count(refunds, eq(refunds.orderId, id))).toBe(2);
    expect(await standing(id)).toMatchObject({ status: 'review', kept: 200_00 });
    const renewed = await findCase(id);
    expect(renewed.refund).toEqual({ amount: 200_00, isWhole: true, seats: 0 });
    expect((await resolve(renewed, 'refund')).status).toBe(200);
    await waitForRefunds(id, 'succeeded');
    expect(await standing(id)).toMatchObject({ status: 'refunded', kept: 0, people: [] });
  });

  test('had ended nothing is not repeated if it is all that is left by now, so that every ticket would end', async () => {
    const { id } = (await buy(teamOfTen())).order;
    expect(await statusAfter(id, { amount: 5_00 })).toBe('completed');
    const shown = await findCase(id);
    expect(shown.refund).toEqual({ amount: 5_00, isWhole: false, seats: 0 });
    await refund(id, { amount: 195_00 });
    await waitForRefunds(id, 'succeeded');
    const late = await resolve(shown, 'refund');
    expect([late.status, (await late.json()).code]).toEqual([409, 'changed_meanwhile']);
    expect(await standing(id)).toMatchObject({ kept: 5_00, people: ['Ada', 'Bo', 'Jane'] });
    const renewed = await findCase(id);
    expect(renewed.refund).toEqual({ amount: 5_00, isWhole: true, seats: 0 });
    expect((await resolve(renewed, 'refund')).status).toBe(200);
    await eventually(async () => expect(await standing(id)).toMatchObject({ kept: 0, people: [] }));
  });

  test('had ended nothing is not repeated once its ticket has been canceled and refunded', async () => {
    const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
    const [, ada, bo] = await people(id);
    const both = { amount: 40_00, registrationIds: [ada!.id, bo!.id] };
    const { faults } = stage.world.sandbox.square;
    faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    await refund(id, both);
    faults.clear();
    await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
    const shown = await findCase(id);
    expect(shown.refund).toMatchObject({ amount: 40_00, seats: 2 });
    await refund(id, { amount: 20_00, registrationIds: [bo!.id] });
    await waitForRefunds(id, 'succeeded');
    expect(await findCase(id)).toMatchObject({ decisions: ['dismiss'], refund: null });
    expect((await resolve(shown, 'refund')).status).toBe(409);
    expect(await standing(id)).toMatchObject({ kept: 180_00, people: ['Ada', 'Jane'] });
  });

  test('had returned the last money of an order without seats puts it under review', async () => {
    const { id } = (await buy(checkout())).order;
    const [jane] = await people(id);
    await refund(id, { amount: 15_00, registrationIds: [jane!.id] });
    await waitForRefunds(id, 'succeeded');
    expect(await statusAfter(id, { amount: 5_00 })).toBe('review');
  });

  test('is a later part of one that ended tickets puts the order under review', async () => {
    const { id } = (await buy(teamOfTen())).order;
    const other = (await buy(checkout())).order.id;
    const { db } = stage.world.database;
    await db.update(paymentLedger).set({ orderId: id }).where(eq(paymentLedger.orderId, other));
    const [, ada] = await people(id);
    const refundId = randomUUID();
    await refund(id, { refundId, amount: 210_00, registrationIds: [ada!.id] });
    await waitForRefunds(id, 'succeeded');
    const parts = await db.select().from(refunds).where(eq(refunds.orderId, id));
    const later = parts.find((one) => one.id !== refundId)!;
    expect([later.seats, (await standing(id)).status]).toEqual([0, 'partially_refunded']);
    const { ref, moneyRef, amount: minor, currency } = later;
    const amount = { minor, currency };
    await applyRefund(stage.world.context(), later.id, {
      ...{ refundId: later.id, ref, moneyRef, amount, state: 'failed' },
    });
    expect((await standing(id)).status).toBe('review');
  });
});

test('tickets whose refund failed are not valid again if their seats have been sold meanwhile', async () => {
  const { id } = (await buy(teamOfTen())).order;
  const [, ada] = await people(id);
  const { stripe } = stage.world.sandbox;
  stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
  stripe.faults.clear();
  await eventually(async () => expect(await casesOf(id)).toEqual(['refund_failed']));
  const taken = await seatsTaken();
  await setSeats(taken);
  const { status, body } = await answerOf(resolve(await findCase(id), 'accept'));
  await setSeats(3000);
  expect([status, body.code]).toEqual([409, 'sold_out']);
  expect(await standing(id)).toMatchObject({ status: 'review', returned: 1, people: ['Bo', 'Jane'] });
  expect(await seatsTaken()).toBe(taken);
});

const setSeats = (maxCapacity: number) => stage.world.database.db.update(eventCapacity).set({ maxCapacity });
