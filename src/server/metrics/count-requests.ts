import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { HttpEnv } from '../http/http-env.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts by the route's pattern, never by the requested path, of which visitors could invent any number. */
export function countRequests(registry: Registry): MiddlewareHandler<HttpEnv> {
  const responses = new Counter({
    name: 'summit_http_requests_total',
    help: 'Responses by route and status class.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const times = new Histogram({
    name: 'summit_http_request_seconds',
    help: 'Time until the response began.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const labels = { method: c.req.method, route: routePath(c) };
    responses.inc({ ...labels, status: `${Math.trunc(c.res.status / 100)}xx` });
    times.observe(labels, (performance.now() - startedAt) / 1000);
  };
}
