import type pg from 'pg';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** Waits until that many connections to the pool's database wait for a lock; other tests' databases don't count. */
export function eventuallyWaiting(pool: pg.Pool, connections: number): Promise<void> {
  return eventually(async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows[0]!.waiting).toBe(connections);
  });
}

/** Resolves once no transaction holds back earlier changes: a stream that opens before then may report them again. */
export function eventuallyReported(pool: pg.Pool): Promise<void> {
  return eventually(async () => {
    const { rowCount } = await pool.query(
      'SELECT FROM door_changes WHERE changed >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    expect(rowCount).toBe(0);
  });
}
