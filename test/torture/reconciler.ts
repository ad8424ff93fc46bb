import { openDatabase } from '#server/db/open-database.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { createLog } from '#server/log.ts';
import type { Site } from './site.ts';

/** Runs the processes' reconciliation now instead of waiting for its minute. */
export async function openReconciler(site: Site): Promise<AsyncDisposable & { ask(): Promise<void> }> {
  const { db, pool, close } = await openDatabase(site.databaseUrl, () => {});
  const queue = await openQueue(pool, createLog('silent'));
  return {
    ask: () => queue.enqueue(db, 'reconcile-payments', {}),
    async [Symbol.asyncDispose]() {
      await queue.stop();
      await close();
    },
  };
}
