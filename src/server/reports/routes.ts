import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { isLeftOutOfTotals, PAYMENT_STATUSES } from '#domain/order.ts';
import { isTicket } from '../check-in/expected-people.ts';
import { count, eq, inArray, not, sql } from '../db/drizzle.ts';
import { orders, paymentLedger, registrations } from '../db/tables.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';

export function reportRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getStats, async (ctx) => {
    const leftOut = PAYMENT_STATUSES.filter(isLeftOutOfTotals);
    const [totalOrders, pendingPayments, [money], [people]] = await Promise.all([
      ctx.db.$count(orders, not(inArray(orders.paymentStatus, leftOut))),
      ctx.db.$count(orders, eq(orders.paymentStatus, 'pending')),
      // Refunds and disputes are negative amounts in the ledger.
      ctx.db
        .select({ cents: sql<number>`coalesce(sum(${paymentLedger.amount}), 0)`.mapWith(Number) })
        .from(paymentLedger),
      ctx.db
        .select({ count: count() })
        .from(registrations)
        .innerJoin(orders, eq(orders.id, registrations.orderId))
        .where(isTicket()),
    ]);
    return { totalOrders, totalRevenue: money!.cents, totalRegistrations: people!.count, pendingPayments };
  });
}
