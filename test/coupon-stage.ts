import { afterAll, beforeAll, beforeEach } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import * as tables from '#server/db/tables.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { addCoupon } from './add-coupon.ts';
import { checkout } from './factories.ts';
import { attemptsOf, orderOf } from './start-checkout.ts';
import { answerOf, type Visitor } from './visitor.ts';
import { createWorld, type World } from './world.ts';

/** A site without coupons before each test, the kinds of coupons, and buyers who use the code HALF. */
export function setCouponStage() {
  let world: World;
  let staff: Visitor;
  beforeAll(async () => {
    world = await createWorld();
    staff = await world.staff();
    await world.database.db.update(tables.eventCapacity).set({ maxCapacity: 10_000 });
  });
  beforeEach(async () => {
    await world.database.db.delete(tables.coupons);
    await world.database.db.delete(tables.providerCoupons);
    await world.database.db.delete(tables.rateLimits);
  });
  afterAll(() => world.stop());

  const addLocal = (values: Partial<typeof tables.coupons.$inferInsert> = {}) =>
    addCoupon(world, { code: 'HALF', discountValue: 50, usageLimit: 1, ...values });

  /** Marked as seen an hour from now, so that no refresh considers it deleted. */
  async function addMirrored(values: Partial<typeof tables.providerCoupons.$inferInsert> = {}) {
    const seenAt = new Date(Date.now() + 3_600_000);
    await world.database.db
      .insert(tables.providerCoupons)
      .values({ id: 'HALF', percentOff: '50', maxRedemptions: 1, valid: true, seenAt, ...values });
  }

  const kinds = [
    ['a local coupon', addLocal, tables.coupons],
    ['a coupon of the provider', addMirrored, tables.providerCoupons],
  ] as const;

  async function uses(table: typeof tables.coupons | typeof tables.providerCoupons) {
    const [row] = await world.database.db
      .select({ usageCount: table.usageCount, heldCount: table.heldCount })
      .from(table);
    return row;
  }

  async function buy(changes: Record<string, unknown> = {}) {
    const visitor = world.visitor();
    const body = checkout({ couponCode: 'HALF', finalAmount: 10, ...changes });
    return { ...(await answerOf(visitor.post('/api/create-checkout-session', body))), visitor };
  }

  async function attemptOf(transactionId: string) {
    const { id: orderId } = await orderOf(world, transactionId);
    const [row] = await attemptsOf(world, { orderId });
    return row!;
  }

  /** Pays it; by default a single seat for half the price. */
  async function paid(changes: Record<string, unknown> = {}) {
    const { body, visitor } = await buy(changes);
    await world.pay(body.url);
    await visitor.get(`/api/registrations/${body.transactionId}`);
    const { id } = await orderOf(world, body.transactionId);
    const [person] = await orderPeople(id);
    return { visitor, id, key: body.transactionId as string, personId: person!.id };
  }

  const orderPeople = (id: number) =>
    world.database.db
      .select()
      .from(tables.registrations)
      .where(eq(tables.registrations.orderId, id))
      .orderBy(tables.registrations.id);

  async function askAboutRefunds() {
    await world.database.db.update(tables.refunds).set({ nextCheckAt: new Date(0) });
    await reconcilePayments(world.context());
  }

  const stripeGateway = () => world.dependencies.gateways.get('stripe')!;

  /** What the provider says when the money arrives late. */
  async function paidLate(transactionId: string) {
    const attempt = await attemptOf(transactionId);
    const snapshot = (await stripeGateway().fetch(attempt.ref!))!;
    return {
      ...snapshot,
      state: 'paid' as const,
      captured: { minor: attempt.amount, currency: 'usd' },
      moneyRef: `pi_late_${attempt.id}`,
    };
  }

  async function expire() {
    await world.database.db.update(tables.paymentAttempts).set({ holdUntil: new Date(0) });
    await reconcilePayments(world.context());
  }

  return {
    get world() {
      return world;
    },
    get staff() {
      return staff;
    },
    askAboutRefunds,
    attemptOf,
    buy,
    expire,
    kinds,
    orderOf: (transactionId: string) => orderOf(world, transactionId),
    orderPeople,
    paid,
    paidLate,
    stripeGateway,
    uses,
  };
}
