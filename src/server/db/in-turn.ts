import type pg from 'pg';
import { bearSilence } from './drop-silent.ts';

const LOCK = 7_301_961;

/**
 * Runs `work` in a transaction, while other processes wait for theirs. Lock and settings end with it: behind a pooler, the
 * session is somebody else's afterward.
 */
export function inTurn(client: pg.PoolClient, work: () => Promise<unknown>): Promise<void> {
  return bearSilence(client, async () => {
    // It idles while `work` uses other connections.
    await client.query(
      `BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
       SET LOCAL idle_in_transaction_session_timeout = 0`,
    );
    try {
      await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
      await work();
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}
