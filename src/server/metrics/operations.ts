import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import type pg from 'pg';
import { Registry } from 'prom-client';
import type { HttpEnv } from '../http/http-env.ts';
import { countRequests } from './count-requests.ts';
import { tellGauge } from './tell-gauge.ts';

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
