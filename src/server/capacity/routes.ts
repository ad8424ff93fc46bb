import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getCapacity } from './get-capacity.ts';
import { getCapacityStatus } from './get-capacity-status.ts';
import { setCapacity } from './set-capacity.ts';

export function capacityRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getCapacityStatus, (ctx, { query }) => getCapacityStatus(ctx, query.checkoutId));
  bind(app, routes.getCapacity, (ctx) => getCapacity(ctx, ctx.db));
  bind(app, routes.setCapacity, (ctx, { params, body }) => setCapacity(ctx, params.day, body));
}
