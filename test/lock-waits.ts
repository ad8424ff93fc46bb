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
