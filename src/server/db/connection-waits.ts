import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** How long a piece of work may still wait for connections, and whether others go before it. */
const patience = new AsyncLocalStorage<{ leftMs: number; isNewcomer: boolean }>();

/**
 * Runs `work`, which may wait `ms` milliseconds for connections in total. A request uses several in turn; the pool
 * alone would allow the full wait for each. Until it has had its first, a newcomer lets all other work go before it.
 */
export function withPatience<Result>(ms: number, work: () => Result, isNewcomer = false): Result {
  return patience.run({ leftMs: ms, isNewcomer }, work);
}

/**
 * Makes the pool respect `withPatience`. In a rush, new orders that can't be served fail before they have done anything,
 * instead of all at their last step, when their seats are taken already.
 */
export function limitWaits(pool: pg.Pool): void {
  const { connectionTimeoutMillis } = pool.options;
  const connectOnce = pool.connect.bind(pool);
  const ahead = new WeakSet<object>();
  const connect = (goesFirst: boolean) => {
    // The pool has no priorities, only this queue.
    const queue = (pool as pg.Pool & { readonly _pendingQueue: object[] })._pendingQueue;
    const before = queue.length;
    const lent = connectOnce();
    if (goesFirst && queue.length > before) {
      const mine = queue.pop()!;
      ahead.add(mine);
      const firstNewcomer = queue.findIndex((one) => !ahead.has(one));
      queue.splice(firstNewcomer === -1 ? queue.length : firstNewcomer, 0, mine);
    }
    return lent;
  };
  const limited = async () => {
    const work = patience.getStore();
    if (!work) return connect(true);
    const since = performance.now();
    try {
      // The pool starts its timer at once; 0 would mean forever.
      pool.options.connectionTimeoutMillis = Math.max(1, work.leftMs);
      const lent = connect(!work.isNewcomer);
      pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
      const client = await lent;
      work.isNewcomer = false;
      return client;
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
