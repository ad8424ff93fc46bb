import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** What a piece of work may still wait for connections. */
const patience = new AsyncLocalStorage<{ leftMs: number }>();

/**
 * Runs `work`, which may wait `ms` milliseconds for connections altogether. A request asks for several in turn; the pool
 * alone would let each of them take as long as one may.
 */
export function withPatience<Result>(ms: number, work: () => Result): Result {
  return patience.run({ leftMs: ms }, work);
}

/** Makes the pool heed `withPatience`. */
export function limitWaits(pool: pg.Pool): void {
  const { connectionTimeoutMillis } = pool.options;
  const connect = pool.connect.bind(pool);
  const limited = async () => {
    const work = patience.getStore();
    if (!work) return connect();
    const since = performance.now();
    try {
      // The pool starts its timer at once; 0 would mean for ever.
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
