import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { countRequests, type RequestCounter } from './count-requests.ts';
import { type Family, gauge } from './exposition.ts';

/** What the process tells those who run it. */
export interface Operations {
  readonly requests: RequestCounter;
  /** From `withdraw` on a balancer is told to send nobody here any more. */
  isWithdrawn(): boolean;
  withdraw(): void;
  /** The process's own measures; the database is not asked. */
  families(): readonly Family[];
}

/** @param pool whose use is told, if there is one */
export function openOperations(pool: pg.Pool | null = null): Operations {
  const requests = countRequests();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let withdrawn = false;
  return {
    requests,
    isWithdrawn: () => withdrawn,
    withdraw() {
      withdrawn = true;
    },
    families() {
      const [p99, max] = [delay.percentile(99) / 1e9, delay.max / 1e9];
      delay.reset();
      const { rss, heapUsed } = process.memoryUsage();
      return [
        ...requests.families(),
        ...(pool ? poolFamilies(pool) : []),
        gauge('summit_event_loop_delay_p99_seconds', 'Since the last time this was read.', p99),
        gauge('summit_event_loop_delay_max_seconds', 'Since the last time this was read.', max),
        gauge('summit_process_resident_bytes', 'Memory of the process.', rss),
        gauge('summit_process_heap_bytes', 'Of it, used by JavaScript.', heapUsed),
        gauge('summit_process_uptime_seconds', 'Since the process started.', process.uptime()),
        gauge('summit_process_stopping', '1 from the signal to stop on.', withdrawn ? 1 : 0),
      ];
    },
  };
}

function poolFamilies(pool: pg.Pool): Family[] {
  return [
    gauge('summit_pool_connections', 'Connections to the database.', pool.totalCount),
    gauge('summit_pool_idle', 'Of them, free.', pool.idleCount),
    gauge('summit_pool_waiting', 'Requests that wait for one.', pool.waitingCount),
  ];
}
