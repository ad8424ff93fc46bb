import { expect } from 'vitest';
import type { PaymentProvider } from '#domain/order.ts';
import { chargeOf } from '#server/checkout/open-payment-page.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import {
  coupons,
  eventCapacity,
  mails,
  orders,
  paymentAttempts,
  paymentLedger,
  refunds,
  registrations,
} from '#server/db/tables.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { billingData, checkout } from '../factories.ts';
import { orderOf } from '../start-checkout.ts';
import { answerOf, type Visitor } from '../visitor.ts';
import type { World } from '../world.ts';

const DAY = '2025-09-20';
const MINUTE = 60_000;

/** An open checkout: a page at Stripe, or our own form for Square. */
export interface Open {
  readonly provider: PaymentProvider;
  readonly visitor: Visitor;
  readonly url: string;
  readonly transactionId: string;
  readonly orderId: number;
  /** In cents. */
  readonly amount: number;
}

/** One checkout request, as the page sends it. */
export const ask = (
  world: World,
  provider: PaymentProvider,
  changes: Record<string, unknown> = {},
  visitor = world.visitor(),
) => answerOf(visitor.post('/api/create-checkout-session', { ...checkout(changes), provider }));

/** The same, but it must succeed. */
export async function open(
  world: World,
  provider: PaymentProvider,
  changes: Record<string, unknown> = {},
  visitor = world.visitor(),
): Promise<Open> {
  const { status, body } = await ask(world, provider, changes, visitor);
  expect([status, body.code]).toEqual([200, undefined]);
  const order = await orderOf(world, body.transactionId);
  const { url, transactionId } = body;
  const amount = order.totalAmount;
  return { provider, visitor, url, transactionId, orderId: order.id, amount };
}

/** Pays as the buyer does. Returns whether the payment was accepted. */
export async function pay(world: World, checkout: Open, sourceId?: string): Promise<boolean> {
  if (checkout.provider === 'stripe') return (await world.pay(checkout.url)).status === 303;
  return (await sendCard(world, checkout, { sourceId })).status === 200;
}

/** Submits the card form on our own page. */
export async function sendCard(
  world: World,
  { visitor, transactionId, amount }: Open,
  changes: Record<string, unknown> = {},
) {
  const sourceId = changes.sourceId ?? (await tokenizeCard(world.sandbox.url));
  const body = { orderId: transactionId, amount, billingData, ...changes, sourceId };
  return answerOf(visitor.post('/api/square/process-payment', body));
}

/** Takes the money without telling the site: no webhook and no return; at Square, as if the calling process had died. */
export async function payUnheard(world: World, checkout: Open): Promise<void> {
  faultsOf(world, checkout.provider).set({ dropWebhooks: 'all' });
  if (checkout.provider === 'stripe') {
    expect(await pay(world, checkout)).toBe(true);
  } else {
    const attempt = await askedAttempt(world, checkout);
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, checkout.orderId));
    const gateway = world.dependencies.gateways.get('square');
    if (gateway?.flow !== 'token') throw new Error('Square is not offered');
    const token = await tokenizeCard(world.sandbox.url);
    await gateway.charge(chargeOf(world.context(), order!, attempt), { token, billing: null });
  }
  faultsOf(world, checkout.provider).set({ dropWebhooks: 0 });
}

async function askedAttempt(world: World, { orderId }: Open) {
  const [attempt] = await world.database.db
    .update(paymentAttempts)
    .set({ state: 'unknown', tokenPrint: 'gone', nextCheckAt: new Date(Date.now() + MINUTE) })
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, 'new')))
    .returning();
  return attempt!;
}

export function faultsOf(world: World, provider: PaymentProvider) {
  return world.sandbox[provider].faults;
}

/** Clears all faults and the lag of Square's list. */
export function clearFaults(world: World): void {
  world.sandbox.stripe.faults.clear();
  world.sandbox.square.faults.clear();
  world.sandbox.square.faults.set({ listLagMs: 0 });
}

/** What an order has: its status, valid tickets, confirmation mails, money in cents, and refunds. */
export async function standing(world: World, { orderId }: Pick<Open, 'orderId'>) {
  const { db } = world.database;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const ledger = await db.select().from(paymentLedger).where(eq(paymentLedger.orderId, orderId));
  return {
    status: order!.paymentStatus,
    tickets: await db.$count(
      registrations,
      and(eq(registrations.orderId, orderId), sql`${registrations.voidedAt} IS NULL`),
    ),
    mails: await db.$count(mails, and(eq(mails.orderId, orderId), eq(mails.kind, 'order_confirmation'))),
    money: ledger.reduce((sum, row) => sum + row.amount, 0),
    refunds: await db.$count(refunds, eq(refunds.orderId, orderId)),
  };
}

export const OPEN = { status: 'pending', tickets: 0, mails: 0, money: 0, refunds: 0 };
export const PAID = { status: 'completed', tickets: 1, mails: 1, money: 2000, refunds: 0 };

/** The order's successful payments at the provider, in cents. */
export async function chargesOf(world: World, { orderId, provider }: Pick<Open, 'orderId' | 'provider'>) {
  if (provider === 'square')
    return world.sandbox.square
      .payments()
      .filter((one) => one.note?.startsWith(`order:${orderId} `) && one.status === 'COMPLETED')
      .map((one) => one.amount_money.amount);
  const { data } = await world.stripe.paymentIntents.list({ limit: 100 });
  return data
    .filter((one) => one.metadata.order_id === String(orderId) && one.status === 'succeeded')
    .map((one) => one.amount_received);
}

export async function sessionsOf(world: World, { orderId }: Pick<Open, 'orderId'>) {
  const { data } = await world.stripe.checkout.sessions.list({ limit: 100 });
  return data.filter((one) => one.metadata?.order_id === String(orderId));
}

export async function setCapacity(world: World, maxCapacity: number): Promise<void> {
  await world.database.db.update(eventCapacity).set({ maxCapacity }).where(eq(eventCapacity.eventDate, DAY));
}

/** Runs the job of each minute, with everything due. */
export async function reconcileAll(world: World): Promise<void> {
  const { db } = world.database;
  await db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(0) })
    .where(sql`next_check_at IS NOT NULL`);
  await db
    .update(refunds)
    .set({ nextCheckAt: new Date(0) })
    .where(sql`next_check_at IS NOT NULL`);
  await reconcilePayments(world.context());
}

/** Moves time past every open hold, runs the job twice at once, and resets the time. */
export async function letHoldsEnd(world: World): Promise<void> {
  const now = world.sandbox.clock.now();
  world.moveClock(new Date(now.getTime() + 46 * MINUTE).toISOString());
  await Promise.all([reconcileAll(world), reconcileAll(world)]);
  world.moveClock(now.toISOString());
}

export async function couponUse(world: World, code: string) {
  const [row] = await world.database.db.select().from(coupons).where(eq(coupons.code, code));
  return { used: row!.usageCount, held: row!.heldCount };
}
