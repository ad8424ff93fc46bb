import type { getOrderDetails as route } from '#contract/admin-orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { asc, desc, eq } from '../db/drizzle.ts';
import { orders, paymentLedger, registrationAudit } from '../db/tables.ts';
import { getOrderByNumber } from './find-order.ts';
import { freeSeatsOf } from './free-seats.ts';
import { presentOrderToStaff } from './present-order.ts';

/** All details of one order, for staff. */
export async function getOrderDetails(ctx: Context, id: string): Promise<ParsedOf<typeof route.response>> {
  const order = await getOrderByNumber(ctx, id);
  const [[seats], payments, history] = await Promise.all([
    ctx.db.select({ free: freeSeatsOf() }).from(orders).where(eq(orders.id, order.id)),
    ctx.db
      .select()
      .from(paymentLedger)
      .where(eq(paymentLedger.orderId, order.id))
      .orderBy(asc(paymentLedger.id)),
    ctx.db
      .select()
      .from(registrationAudit)
      .where(eq(registrationAudit.orderId, order.id))
      .orderBy(desc(registrationAudit.id)),
  ]);
  return {
    order: presentOrderToStaff(ctx.content.event, order, seats?.free ?? 0),
    payments: payments.map((row) => ({ ...row, recordedAt: row.recordedAt.toISOString() })),
    history: history.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() })),
  };
}
