import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** How long a piece of work may still wait for connections, and whether it has had one. */
const patience = new AsyncLocalStorage<{ leftMs: number; hasBegun: boolean }>();

/**
 * Runs `work`, which may wait `ms` milliseconds for connections in total. A request uses several in turn; the pool
 * alone would allow the full wait for each.
 */
export function withPatience<Result>(ms: number, work: () => Result): Result {
  return patience.run({ leftMs: ms, hasBegun: false }, work);
}

/**
 * Makes the pool respect `withPatience`. Work that has begun, and all other work, goes before requests that have not: in a
 * rush, those that can't be served any more fail before they have done anything, instead of all at their last step.
 */
export function limitWaits(pool: pg.Pool): void {
  const { connectionTimeoutMillis } = pool.options;
  const connectOnce = pool.connect.bind(pool);
  const begun = new WeakSet<object>();
  const connect = (overtakes: boolean) => {
    // The pool has no priorities, only this queue.
    const queue = (pool as pg.Pool & { readonly _pendingQueue: object[] })._pendingQueue;
    const before = queue.length;
    const lent = connectOnce();
    if (overtakes && queue.length > before) {
      const mine = queue.pop()!;
      begun.add(mine);
      const firstFresh = queue.findIndex((one) => !begun.has(one));
      queue.splice(firstFresh === -1 ? queue.length : firstFresh, 0, mine);
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
      const lent = connect(work.hasBegun);
      pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
      const client = await lent;
      work.hasBegun = true;
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
