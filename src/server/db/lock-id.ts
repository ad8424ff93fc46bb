import { sql } from './drizzle.ts';
import type { Transaction } from './open-database.ts';

/**
 * Until the transaction ends, others wait that lock the same id. An id that a browser made may be sent for two orders at
 * once: whoever waits then finds what the other has stored.
 */
export async function lockId(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${id.toLowerCase()}, 0))`);
}
