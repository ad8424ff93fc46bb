import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import type { PaymentProvider } from '#domain/order.ts';
import { and, asc, eq, inArray } from '#server/db/drizzle.ts';
import {
  coupons,
  eventCapacity,
  orders,
  paymentAttempts,
  paymentLedger,
  rateLimits,
} from '#server/db/tables.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { addCoupon } from './add-coupon.ts';
import { billingData, checkout } from './factories.ts';
import { seats } from './seats-taken.ts';
import type { Visitor } from './visitor.ts';
import { createWorld, stopClock, type World } from './world.ts';

export interface Tab {
  readonly visitor: Visitor;
  readonly checkoutId: string;
}

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly transactionId: string;
  readonly code?: string;
}

/** A site for a file's tests, and a buyer's actions there in a browser tab. */
export function setCheckouts() {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ protocolNow: stopClock() });
  });
  beforeEach(async () => {
    world.sandbox.square.faults.clear();
    world.sandbox.stripe.faults.clear();
    await world.database.db.delete(rateLimits);
    await world.database.db.update(eventCapacity).set({ maxCapacity: 300 });
  });
  afterAll(() => world.stop());

  function openTab(visitor = world.visitor()): Tab {
    return { visitor, checkoutId: crypto.randomUUID() };
  }

  async function goToPay(
    { visitor, checkoutId }: Tab,
    provider: PaymentProvider,
    changes: Record<string, unknown> = {},
  ): Promise<Page> {
    const body = { ...checkout({ checkoutId, ...changes }), provider };
    const response = await visitor.post('/api/create-checkout-session', body);
    return { status: response.status, ...(await response.json()) };
  }

  /** Pays on the provider's page or on the card page; true if money was taken. */
  async function pay({ visitor }: Tab, page: Page, cents = 2000): Promise<{ paid: boolean; code: unknown }> {
    if (!page.url.startsWith('/')) return { paid: (await world.pay(page.url)).status === 303, code: null };
    const response = await visitor.post('/api/square/process-payment', {
      sourceId: await tokenizeCard(world.sandbox.url),
      orderId: page.transactionId,
      amount: cents,
      billingData,
    });
    const { success, code } = await response.json();
    return { paid: success === true, code };
  }

  async function ordersOf({ checkoutId }: Tab) {
    return world.database.db
      .select()
      .from(orders)
      .where(eq(orders.checkoutId, checkoutId))
      .orderBy(asc(orders.id));
  }

  async function captured(tab: Tab): Promise<number[]> {
    const ids = (await ordersOf(tab)).map(({ id }) => id);
    const rows = await world.database.db
      .select()
      .from(paymentLedger)
      .where(and(inArray(paymentLedger.orderId, ids), eq(paymentLedger.kind, 'capture')));
    return rows.map(({ amount }) => amount);
  }

  /** Ends the seconds in which the provider isn't asked again. */
  async function forgetLooks() {
    await world.database.db.update(paymentAttempts).set({ nextLookAt: null });
  }

  async function standing({ visitor }: Tab, key: string): Promise<CheckoutOrder | null> {
    const response = await visitor.get(`/api/checkout/${key}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { order: CheckoutOrder | null }).order;
  }

  async function unfinished({ visitor }: Tab): Promise<CheckoutOrder | null> {
    return ((await (await visitor.get('/api/unfinished-order')).json()) as { order: CheckoutOrder | null })
      .order;
  }

  async function usesOf(code: string) {
    const [row] = await world.database.db.select().from(coupons).where(eq(coupons.code, code));
    return [row!.usageCount, row!.heldCount];
  }

  return {
    world: () => world,
    openTab,
    goToPay,
    pay,
    ordersOf,
    captured,
    taken: () => seats(world),
    forgetLooks,
    standing,
    unfinished,
    addCoupon: (code: string, usageLimit: number) =>
      addCoupon(world, { code, discountType: 'fixed', discountValue: 200, usageLimit }),
    usesOf,
  };
}
