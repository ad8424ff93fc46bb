import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getOrder } from './get-order.ts';
import { listOrders } from './list-orders.ts';
import { listRegistrations } from './list-registrations.ts';

export function orderRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getOrderConfirmation, (ctx, { params }) =>
    getOrder(ctx, params.transactionId, 'order_not_found'),
  );
  bind(app, routes.getOrderByTransaction, (ctx, { params }) =>
    getOrder(ctx, params.transactionId, 'registration_not_found'),
  );
  bind(app, routes.getLastOrder, async (ctx) => ({ transactionId: ctx.actor.orders.at(-1) ?? null }));
  bind(app, routes.listOrders, (ctx, { query, headers }) => listOrders(ctx, query, headers));
  bind(app, routes.listRegistrations, (ctx, { query, headers }) => listRegistrations(ctx, query, headers));
}
