import { describe, expect, test } from 'vitest';
import { createCheckoutSession } from '#contract/checkout.ts';
import { setCouponStage } from '#test/coupon-stage.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { placeOrder } from '../checkout/place-order.ts';
import { quotePurchase } from '../checkout/quote-purchase.ts';
import * as tables from '../db/tables.ts';
import { deleteOrder } from '../payments/delete-order.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { settle } from '../payments/settle.ts';

const stage = setCouponStage();
const { askAboutRefunds, attemptOf, buy, expire, orderOf, orderPeople, paid, paidLate, stripeGateway, uses } =
  stage;

describe.each(stage.kinds)('%s', (_name, add, table) => {
  test('with five uses is held by five of fifteen concurrent buyers, and all five are released when nobody pays', async () => {
    await add(table === tables.coupons ? { usageLimit: 5 } : { maxRedemptions: 5 });
    const answers = await Promise.all(Array.from({ length: 15 }, () => buy()));
    const refused = answers
      .filter(({ status }) => status !== 200)
      .map(({ status, body }) => [status, body.code]);
    expect([answers.length - refused.length, refused]).toEqual([5, Array(10).fill([409, 'coupon_used_up'])]);
    expect(await uses(table)).toEqual({ usageCount: 0, heldCount: 5 });
    await Promise.all([expire(), expire()]);
    expect(await uses(table)).toEqual({ usageCount: 0, heldCount: 0 });
  });

  test('that makes an order free completes it without a provider, within its limit', async () => {
    await add(
      table === tables.coupons
        ? { discountValue: 100, usageLimit: 3 }
        : { percentOff: '100', maxRedemptions: 5, timesRedeemed: 2 },
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy({ finalAmount: 0 })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['coupon_used_up']),
    );
    for (const { body } of done) {
      expect(await attemptOf(body.transactionId)).toBeUndefined();
      expect((await orderOf(body.transactionId)).paymentStatus).toBe('completed');
    }
    expect(await uses(table)).toEqual({ usageCount: 3, heldCount: 0 });
  });

  test('stays usable in the checkout that holds its last use', async () => {
    await add();
    const checkoutId = crypto.randomUUID();
    const first = await buy({ checkoutId });
    expect((await buy({ checkoutId })).body).toEqual(first.body);
    const changed = await buy({ checkoutId, phone: '303 555 0199' });
    expect(changed.status).toBe(200);
    expect(await uses(table)).toEqual({ usageCount: 0, heldCount: 1 });
    expect((await buy()).body.code).toBe('coupon_used_up');
    await stage.world.pay(changed.body.url);
    await changed.visitor.get(`/api/registrations/${changed.body.transactionId}`);
    const { transactionId } = changed.body;
    expect((await buy({ checkoutId })).body).toMatchObject({ transactionId });
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 0 });
  });

  test('that makes an order free creates one order for a checkout submitted from four places at once', async () => {
    await add(
      table === tables.coupons
        ? { discountValue: 100, usageLimit: 9 }
        : { percentOff: '100', maxRedemptions: 9 },
    );
    const checkoutId = crypto.randomUUID();
    const same = { checkoutId, finalAmount: 0 };
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => buy({ ...same, email: `${index}@example.org` })),
    );
    expect(new Set(answers.map(({ body }) => body.transactionId)).size).toBe(1);
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 0 });
  });

  test('is counted once when webhook, return and reconciliation meet', async () => {
    await add();
    const { body, visitor } = await buy();
    await stage.world.pay(body.url);
    const { ref } = await attemptOf(body.transactionId);
    const snapshot = (await stripeGateway().fetch(ref!))!;
    await Promise.all([
      ...Array.from({ length: 4 }, () => settle(stage.world.context(), snapshot)),
      ...Array.from({ length: 4 }, () => visitor.get(`/api/registrations/${body.transactionId}`)),
      reconcilePayments(stage.world.context()),
    ]);
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 0 });
  });

  test('is counted for a late payment, even if someone else has the last use by then (R-COUPON-6)', async () => {
    await add();
    const late = await buy();
    await expire();
    expect(await uses(table)).toEqual({ usageCount: 0, heldCount: 0 });
    const other = await buy();
    expect(other.status).toBe(200);
    expect(await settle(stage.world.context(), await paidLate(late.body.transactionId))).toBe(
      'complete_late',
    );
    expect((await orderOf(late.body.transactionId)).paymentStatus).toBe('completed');
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 1 });
    expect((await buy()).body.code).toBe('coupon_used_up');
    await stage.world.pay(other.body.url);
    await other.visitor.get(`/api/registrations/${other.body.transactionId}`);
    expect(await uses(table)).toEqual({ usageCount: 2, heldCount: 0 });
    expect((await buy()).body.code).toBe('coupon_used_up');
  });

  test("paid late above its limit stays used up even if the other buyer doesn't pay", async () => {
    await add();
    const late = await buy();
    await expire();
    expect((await buy()).status).toBe(200);
    await settle(stage.world.context(), await paidLate(late.body.transactionId));
    await expire();
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 0 });
    expect((await buy()).body.code).toBe('coupon_used_up');
  });

  test('is counted for a late payment if a use is free', async () => {
    await add();
    const late = await buy();
    await expire();
    await settle(stage.world.context(), await paidLate(late.body.transactionId));
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 0 });
    expect((await buy()).body.code).toBe('coupon_used_up');
  });

  test('is released when an order under review is deleted, but not a paid one', async () => {
    await add(table === tables.coupons ? { usageLimit: 2 } : { maxRedemptions: 2 });
    const odd = await buy();
    const wrong = { ...(await paidLate(odd.body.transactionId)), captured: { minor: 1, currency: 'usd' } };
    expect(await settle(stage.world.context(), wrong)).toBe('review');
    const paid = await buy();
    await stage.world.pay(paid.body.url);
    await paid.visitor.get(`/api/registrations/${paid.body.transactionId}`);
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 1 });
    const remove = async ({ body }: typeof odd) =>
      deleteOrder(stage.world.context(), String((await orderOf(body.transactionId)).id), undefined);
    await remove(paid);
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 1 });
    await remove(odd);
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 0 });
  });

  describe('whose paid order loses its last seat', () => {
    const one = { usageCount: 1, heldCount: 0 };
    const none = { usageCount: 0, heldCount: 0 };

    test('is released once when refunds and cancellations are concurrent', async () => {
      await add(table === tables.coupons ? { usageLimit: 2 } : { maxRedemptions: 2 });
      await paid();
      const order = await paid();
      const body = { amount: 10_00, registrationIds: [order.personId], freeSeats: 0 };
      const byStaff = { ...body, refundId: crypto.randomUUID() };
      await Promise.all([
        ...[1, 2].map(() => stage.staff.post(`/api/admin/orders/${order.id}/refund`, byStaff)),
        order.visitor.post(`/api/order/${order.key}/cancel`, { ...body, refundId: crypto.randomUUID() }),
      ]);
      await Promise.all([askAboutRefunds(), askAboutRefunds()]);
      expect((await orderOf(order.key)).paymentStatus).toBe('refunded');
      expect(await uses(table)).toEqual(one);
      expect((await buy()).status).toBe(200);
      expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 1 });
    });

    test('stays counted while a seat remains, and when the money goes back without the seat', async () => {
      await add();
      const order = await paid(teamOfTen({ finalAmount: 100 }).registrationData);
      const refund = (amount: number, freeSeats: number, registrationIds: number[] = []) =>
        stage.staff.post(`/api/admin/orders/${order.id}/refund`, {
          ...{ refundId: crypto.randomUUID(), amount, freeSeats, registrationIds },
        });
      const three = (await orderPeople(order.id)).map(({ id }) => id);
      await refund(10_00, 0);
      await refund(0, 7);
      await refund(0, 0, three.slice(1));
      expect(await uses(table)).toEqual(one);
      await refund(0, 0, [three[0]!]);
      expect(await uses(table)).toEqual(none);
      // The remaining money no longer has a seat, and the use is somebody else's.
      await paid();
      await refund(90_00, 0);
      await askAboutRefunds();
      expect((await orderOf(order.key)).paymentStatus).toBe('refunded');
      expect(await uses(table)).toEqual(one);
    });

    test('is counted again, above the limit, if that refund fails after all and staff accept the order', async () => {
      await add();
      const order = await paid();
      stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
      await stage.staff.post(`/api/admin/orders/${order.id}/refund`, {
        refundId: crypto.randomUUID(),
        amount: 10_00,
      });
      expect(await uses(table)).toEqual(none);
      expect((await buy()).status).toBe(200);
      stage.world.sandbox.stripe.faults.clear();
      await eventually(async () => {
        await askAboutRefunds();
        expect((await orderOf(order.key)).paymentStatus).toBe('review');
      });
      const [found] = await (await stage.staff.get('/api/admin/payment-cases')).json();
      const accept = () =>
        stage.staff.post(`/api/admin/payment-cases/${found.id}/resolve`, { decision: 'accept' });
      expect((await Promise.all([accept(), accept()])).map(({ status }) => status).toSorted()).toEqual([
        200, 409,
      ]);
      expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 1 });
      // In reverse, the use above the limit is released first.
      await stage.staff.post(`/api/admin/orders/${order.id}/refund`, {
        refundId: crypto.randomUUID(),
        amount: 10_00,
      });
      expect(await uses(table)).toEqual({ usageCount: 0, heldCount: 1 });
    });
  });

  test.each([
    ['switched off', { isActive: false }, { valid: false }, 'coupon_inactive'],
    ['ended', { validUntil: new Date(0) }, { redeemBy: new Date(0) }, 'coupon_expired'],
    ['given another discount', { discountValue: 25 }, { percentOff: '25' }, 'price_changed'],
  ] as const)(
    'that is %s between quote and order is refused, and no use is held',
    async (_what, local, mirrored, code) => {
      await add();
      const ctx = stage.world.context();
      const input = createCheckoutSession.body.parse(checkout({ couponCode: 'half', finalAmount: 10 }));
      const purchase = await quotePurchase(ctx, input);
      await (table === tables.coupons
        ? stage.world.database.db.update(tables.coupons).set(local)
        : stage.world.database.db.update(tables.providerCoupons).set(mirrored));
      await expect(placeOrder(ctx, purchase)).rejects.toMatchObject({ code });
      expect(await uses(table)).toEqual({ usageCount: 0, heldCount: 0 });
    },
  );

  test('that is switched off between order and payment leaves the order unchanged', async () => {
    await add();
    const { body, visitor } = await buy();
    await (table === tables.coupons
      ? stage.world.database.db.update(tables.coupons).set({ isActive: false })
      : stage.world.database.db.update(tables.providerCoupons).set({ valid: false }));
    await stage.world.pay(body.url);
    await visitor.get(`/api/registrations/${body.transactionId}`);
    expect(await orderOf(body.transactionId)).toMatchObject({
      paymentStatus: 'completed',
      totalAmount: 10_00,
      appliedCouponCode: 'HALF',
      stripeCouponId: table === tables.coupons ? null : 'HALF',
    });
    expect(await uses(table)).toEqual({ usageCount: 1, heldCount: 0 });
  });

  test('that leaves less than the minimum charge is not valid', async () => {
    await add(
      table === tables.coupons
        ? { discountType: 'fixed', discountValue: 19_51 }
        : { percentOff: null, amountOff: 19_51, currency: 'usd' },
    );
    const code = { code: 'HALF', eventType: 'conference', attendeeCount: 1 };
    const asked = await stage.world.visitor().post('/api/coupons/validate', code);
    expect(await asked.json()).toMatchObject({ valid: false, finalAmount: 20_00 });
    expect((await buy({ finalAmount: 0.49 })).status).toBe(400);
  });
});
