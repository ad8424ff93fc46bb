import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type pg from 'pg';
import { Counter, Histogram, Registry } from 'prom-client';
import type { HttpEnv } from '../http/http-env.ts';
import { tellGauge } from './tell-gauge.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What the process reports to operators. */
export interface Operations {
  readonly countRequests: MiddlewareHandler<HttpEnv>;
  /** After `withdraw`, load balancers are told to stop sending requests. */
  isWithdrawn(): boolean;
  withdraw(): void;
  /** The process's own counters since it started. */
  readonly counted: Registry;
  /** Read at each scrape, without the database. */
  tellMoment(registry: Registry): void;
}

/** @param pool the connection pool to report, if there is one */
export function openOperations(pool: pg.Pool | null = null): Operations {
  const counted = new Registry();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let withdrawn = false;
  return {
    countRequests: countRequests(counted),
    isWithdrawn: () => withdrawn,
    withdraw() {
      withdrawn = true;
    },
    counted,
    tellMoment(registry) {
      const tell = (name: string, help: string, value: number) => tellGauge(registry, name, help, value);
      if (pool) {
        tell('summit_pool_connections', 'Connections to the database.', pool.totalCount);
        tell('summit_pool_idle', 'Idle connections to the database.', pool.idleCount);
        tell('summit_pool_waiting', 'Requests waiting for a connection.', pool.waitingCount);
      }
      const sinceLast = 'Since the last time this was read.';
      tell('summit_event_loop_delay_p99_seconds', sinceLast, delay.percentile(99) / 1e9);
      tell('summit_event_loop_delay_max_seconds', sinceLast, delay.max / 1e9);
      delay.reset();
      const { rss, heapUsed } = process.memoryUsage();
      tell('summit_process_resident_bytes', 'Memory of the process.', rss);
      tell('summit_process_heap_bytes', 'Memory used by the JavaScript heap.', heapUsed);
      tell('summit_process_uptime_seconds', 'Since the process started.', process.uptime());
      tell('summit_process_stopping', '1 once the process has been told to stop.', withdrawn ? 1 : 0);
    },
  };
}

/** Counts by the route's pattern, never by the requested path, of which visitors could invent any number. */
function countRequests(registry: Registry): MiddlewareHandler<HttpEnv> {
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
