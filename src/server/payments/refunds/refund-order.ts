import type { OrderRefunds, refundOrder as route } from '#contract/refunds.ts';
import type { ParsedOf } from '#contract/route.ts';
import { isPaid, isRefundable } from '#domain/order.ts';
import { chosenSeats, leftToRefund, refundRefusal } from '#domain/refund.ts';
import { lockOrder } from '../../attendees/lock-order.ts';
import type { Context } from '../../context.ts';
import { desc, eq } from '../../db/drizzle.ts';
import { idFrom } from '../../db/id-from.ts';
import { lockId } from '../../db/lock-id.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type CancellationRow, type OrderRow, orders, type RefundRow, refunds } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { getOrderByNumber } from '../../orders/find-order.ts';
import { cancelWithoutRefund } from './cancel-without-refund.ts';
import { moneyOf } from './money-of.ts';
import { pushRefund } from './refund.ts';
import { refuseUnlessSeen } from './refuse-unless-seen.ts';
import { amountOf, findRequest, seatsAskedFor, storeRefund } from './store-refund.ts';

type Wish = ParsedOf<typeof route.body>;

/**
 * Refunds a paid order. The row is committed first and its id is the provider's idempotency key; refunds that didn't
 * fail never add up to more than was captured (R-REFUND-1). Tickets end once the provider confirms. A stored refund is
 * returned from its row, even if the order was deleted in the meantime, but only to a retry that asks for the same.
 */
export async function refundOrder(ctx: Context, id: string, wish: Wish): Promise<OrderRefunds> {
  const orderId = idFrom(id);
  await ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    await lockId(tx, wish.refundId);
    const known = await findRequest(tx, wish.refundId);
    if (known?.orderId === orderId) {
      if (!(await isSame(tx, known, wish))) throw new Refusal('refund_differs');
      return;
    }
    if (known || !order) throw new Refusal('order_not_found');
    // What a dispute brought back is refunded in its case.
    if (order.paymentStatus === 'refunded') throw new Refusal('order_not_refundable');
    await requestByStaff(tx, ctx, order, wish);
  });
  await pushRefund(ctx, wish.refundId);
  return readRefunds(ctx, orderId);
}

/** Whether an earlier request asked for the same. What became of it since doesn't matter. */
async function isSame(tx: Transaction, known: RefundRow | CancellationRow, wish: Wish): Promise<boolean> {
  if ((await amountOf(tx, known)) !== wish.amount) return false;
  const asked = await seatsAskedFor(tx, known);
  const chosen = wish.registrationIds;
  return (
    chosen.length === asked.registrationIds.length &&
    asked.registrationIds.every((id) => chosen.includes(id)) &&
    asked.seats === chosenSeats(wish)
  );
}

export async function listRefunds(ctx: Context, id: string): Promise<OrderRefunds> {
  return readRefunds(ctx, (await getOrderByNumber(ctx, id)).id);
}

/** Works for a deleted order, too, which can't be refunded any further. */
async function readRefunds(ctx: Context, orderId: number): Promise<OrderRefunds> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId));
  const money = await moneyOf(ctx.db, orderId);
  const rows = await ctx.db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.createdAt));
  const disputed = Boolean(order?.disputedAt);
  return {
    captured: money.captured,
    refunded: money.refunded,
    lost: money.lost,
    refundable: order && !disputed && order.paymentStatus !== 'refunded' ? leftToRefund(money) : 0,
    disputed,
    refunds: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  };
}

/** Stores what staff refund, or cancels at once if no money goes back. The caller has locked the order. */
export async function requestByStaff(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  wish: Omit<Wish, 'reason'> & Pick<RefundRow, 'reason'> & { readonly payment?: unknown },
): Promise<void> {
  const isAllowed = wish.amount > 0 ? isRefundable(order.paymentStatus) : isPaid(order.paymentStatus);
  if (!isAllowed) throw new Refusal('order_not_refundable');
  // No ticket or seat is refunded twice, even while the provider hasn't paid yet.
  const { named, staying, freeSeats } = await lockOrder(tx, order.id);
  const promised = countPromised(order);
  const money = await moneyOf(tx, order.id);
  const isDisputed = order.disputedAt !== null;
  // Staff were told which tickets end, and a refund of the last money ends all of them.
  if (wish.seen && !isDisputed && wish.seen.refundable !== leftToRefund(money))
    throw new Refusal('changed_meanwhile');
  refuseUnlessSeen(named, wish.registrationIds, wish.seen?.people);
  const refusal = refundRefusal(
    {
      ...money,
      isDisputed,
      people: staying.map((one) => one.id),
      seats: staying.length + freeSeats - promised,
    },
    wish,
  );
  if (refusal) throw new Refusal(refusal);
  const by = ctx.actor.email ?? 'site';
  if (wish.amount > 0) await storeRefund(tx, ctx, order, money, wish, by);
  else await cancelWithoutRefund(tx, ctx, order, { ...wish, id: wish.refundId, because: null }, by);
}

/** The people of an order under review that has no tickets yet. Their seats aren't free: accepting it registers them. */
function countPromised({ paymentStatus, paidAt, namedAttendees }: OrderRow): number {
  return paymentStatus === 'review' && paidAt === null ? namedAttendees.length : 0;
}
