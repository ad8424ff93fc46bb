import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { parseTransactionId, registrationNumber } from '#domain/codes.ts';
import { hasMoney } from '#domain/order.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, inArray } from '../db/drizzle.ts';
import { isUuid } from '../db/is-uuid.ts';
import { type AttemptRow, type OrderRow, orders } from '../db/tables.ts';
import { findEarlier, isPayable, latestAttempt } from '../payments/find-earlier.ts';
import { lookAndSettle } from '../payments/look-and-settle.ts';

/** The current order of a checkout, if this browser made it. While it is pending, the provider is asked first. */
export async function findCheckout(ctx: Context, key: string): Promise<CheckoutOrder | null> {
  const order = await findOwn(ctx, key);
  return order && presentNow(ctx, order);
}

/** This browser's latest order that is unpaid and can still be paid. */
export async function findUnfinishedOrder(ctx: Context): Promise<CheckoutOrder | null> {
  const { transactionId, paymentStatus } = orders;
  if (ctx.actor.orders.length === 0) return null;
  const pending = await ctx.db
    .select()
    .from(orders)
    .where(and(inArray(transactionId, [...ctx.actor.orders]), eq(paymentStatus, 'pending')))
    .orderBy(desc(orders.id));
  for (const order of pending) {
    const attempt = await latestAttempt(ctx, order.id);
    if (!attempt || !isPayable(ctx, attempt)) continue;
    const present = await presentNow(ctx, order);
    if (present.state === 'open') return present;
  }
  return null;
}

/**
 * Finds a checkout's order by the checkout's id or by the transaction id of one of its orders: the open or paid one,
 * otherwise the latest.
 */
export async function findOwn(ctx: Context, key: string): Promise<OrderRow | null> {
  const own = [...ctx.actor.orders];
  if (own.length === 0) return null;
  const transactionId = parseTransactionId(key);
  const named = transactionId
    ? eq(orders.transactionId, transactionId)
    : isUuid(key)
      ? eq(orders.checkoutId, key)
      : null;
  if (!named) return null;
  const [found] = await ctx.db
    .select()
    .from(orders)
    .where(and(named, inArray(orders.transactionId, own)))
    .orderBy(desc(orders.id))
    .limit(1);
  if (!found?.checkoutId) return found ?? null;
  const current = await findEarlier(ctx, found.checkoutId);
  return current && own.includes(current.order.transactionId) ? current.order : found;
}

async function presentNow(ctx: Context, seen: OrderRow): Promise<CheckoutOrder> {
  const word = seen.paymentStatus === 'pending' ? await lookAndSettle(ctx, seen.id) : 'asked';
  const [order = seen] = await ctx.db.select().from(orders).where(eq(orders.id, seen.id));
  const attempt = await latestAttempt(ctx, order.id);
  const state = word === 'silent' ? 'unsure' : stateOf(ctx, order, attempt);
  const isOpen = state === 'open';
  return {
    transactionId: order.transactionId,
    checkoutId: order.checkoutId,
    registrationNumber: registrationNumber(ctx.content.event.shortCode, order.id),
    packageLabel: packageLabel(order),
    totalAmount: order.totalAmount,
    state,
    isCertain: word === 'asked' && state !== 'unsure',
    url: isOpen ? attempt!.url : null,
    keptUntil: isOpen ? keptUntil(ctx, attempt!).toISOString() : null,
  };
}

function stateOf(
  ctx: Context,
  { paymentStatus }: OrderRow,
  attempt: AttemptRow | undefined,
): CheckoutOrder['state'] {
  if (hasMoney(paymentStatus)) return 'paid';
  if (paymentStatus !== 'pending') return 'over';
  const isWaiting = attempt && (attempt.state === 'new' || attempt.state === 'open') && attempt.url;
  return isWaiting && isPayable(ctx, attempt) ? 'open' : 'unsure';
}

/** Until when the seats are held, by the event's clock; the payment page expires by the real clock. */
function keptUntil(ctx: Context, { expiresAt, holdUntil }: AttemptRow): Date {
  const left = expiresAt.getTime() - ctx.protocolNow().getTime();
  return new Date(Math.min(holdUntil.getTime(), ctx.now.getTime() + left));
}
