import { sql } from '../db/drizzle.ts';
import type { Database } from '../db/open-database.ts';

/** Keeps only each order's latest change, which alone decides whether a phone must fetch the order. */
export async function pruneChanges(db: Database): Promise<void> {
  await db.execute(sql`
    DELETE FROM door_changes AS earlier USING (
      SELECT order_id, max(changed) AS changed FROM door_changes GROUP BY order_id HAVING count(*) > 1
    ) AS latest
    WHERE earlier.order_id = latest.order_id AND earlier.changed < latest.changed`);
}
