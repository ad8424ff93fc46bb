import type { Site } from './site.ts';

/** Drops a table's CHECK constraints, for controls. */
export async function dropChecks({ pool }: Site, table: 'event_capacity' | 'coupons'): Promise<void> {
  const { rows } = await pool.query<{ conname: string }>(
    `SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  );
  for (const { conname } of rows) await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT "${conname}"`);
}
