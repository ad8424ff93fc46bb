import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** How long a piece of work may still wait for connections. */
const patience = new AsyncLocalStorage<{ leftMs: number }>();

/**
 * Runs `work`, which may wait `ms` milliseconds for connections in total. A request uses several in turn; the pool
 * alone would allow the full wait for each.
 */
export function withPatience<Result>(ms: number, work: () => Result): Result {
  return patience.run({ leftMs: ms }, work);
}

/** Makes the pool respect `withPatience`. */
export function limitWaits(pool: pg.Pool): void {
  const { connectionTimeoutMillis } = pool.options;
  const connect = pool.connect.bind(pool);
  const limited = async () => {
    const work = patience.getStore();
    if (!work) return connect();
    const since = performance.now();
    try {
      // The pool starts its timer at once; 0 would mean forever.
      pool.options.connectionTimeoutMillis = Math.max(1, work.leftMs);
      const lent = connect();
      pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
      return await lent;
    } finally {
      work.leftMs -= performance.now() - since;
    }
  };
  type Callback = (error: Error | undefined, client?: pg.PoolClient, done?: pg.PoolClient['release']) => void;
  pool.connect = ((callback?: Callback) => {
    const lent = limited();
    if (!callback) return lent;
    lent.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error),
    );
  }) as typeof pool.connect;
}
