import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { countSeats } from '#domain/attendee.ts';
import { holdsSeats, type PaymentStatus } from '#domain/order.ts';
import { withdrawNames } from '../attendees/withdraw-names.ts';
import { blankPeopleOfScans } from '../audit/blank-scans.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { giveSeatsBack } from '../capacity/give-seats-back.ts';
import type { Context } from '../context.ts';
import { freeHeldCoupon } from '../coupons/hold-coupon.ts';
import { and, eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { orders, registrations, scans } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByNumber } from '../orders/find-order.ts';
import { closeOrder } from './close-order.ts';
import { PaymentUnderWay, ProviderUnavailable } from './gateways/gateway.ts';

/**
 * Deletes an order with its registrations and what the door wrote about its people, and frees its seats. An open
 * checkout is closed at the provider first. Ledger, refunds and audit log keep their rows. `seen` is the payment status
 * that staff were shown.
 */
export async function deleteOrder(
  ctx: Context,
  id: string,
  seen: PaymentStatus | undefined,
): Promise<{ success: true }> {
  const found = await getOrderByNumber(ctx, id);
  if (seen && seen !== found.paymentStatus) throw new Refusal('changed_meanwhile');
  if (found.paymentStatus === 'pending') await closeCheckout(ctx, found.id);
  await ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, found.id)).for('update');
    if (!order) throw new Refusal('order_not_found');
    const isAsFound =
      order.paymentStatus === found.paymentStatus ||
      (found.paymentStatus === 'pending' && !holdsSeats(order.paymentStatus));
    if (!isAsFound) throw new Refusal('changed_meanwhile');
    await recordAudit(tx, ctx, {
      action: 'order_deleted',
      orderId: order.id,
      details: {
        transactionId: order.transactionId,
        paymentStatus: order.paymentStatus,
        total: order.totalAmount,
        registrations: await tx.$count(registrations, eq(registrations.orderId, order.id)),
      },
    });
    await tx.delete(orders).where(eq(orders.id, order.id));
    await blankPeopleOfScans(tx, sql`order_id = ${order.id}`);
    await withdrawNames(tx, ctx, order.id, await findNamesAtTheDoor(tx, order.id));
    await freeHeldCoupon(tx, order);
    await giveSeatsBack(tx, ctx, order, countSeats(order));
  });
  return { success: true };
}

async function findNamesAtTheDoor(tx: Transaction, orderId: number): Promise<string[]> {
  const names = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.orderId, orderId), eq(scans.kind, 'name'), eq(scans.practice, false)));
  return names.map(({ id }) => id);
}

async function closeCheckout(ctx: Context, orderId: number): Promise<void> {
  try {
    if ((await closeOrder(ctx, orderId, 'cancelled')) === 'paid') throw new Refusal('changed_meanwhile');
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const isUnderWay = error instanceof PaymentUnderWay;
    const message = isUnderWay ? REFUSAL_WORDS.orderBeingPaid : REFUSAL_WORDS.paymentNotEnded;
    throw new Refusal(isUnderWay ? 'payment_under_way' : 'unavailable', { message, cause: error });
  }
}
