import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getCapacityStatus } from './get-capacity-status.ts';

export function capacityRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getCapacityStatus, (ctx, { query }) => getCapacityStatus(ctx, query.checkoutId));
}
