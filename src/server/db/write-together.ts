import { type SQLWrapper, sql } from './drizzle.ts';
import type { Transaction } from './open-database.ts';

/**
 * Writes for one statement, each under the name of its CTE. A value may be a Drizzle query that nobody has awaited; it is
 * sent here.
 */
export type Writes = Readonly<Record<string, SQLWrapper>>;

/** Sends all writes in a single round trip. None sees another's changes, and no two may write the same row. */
export async function writeTogether(tx: Transaction, writes: Writes): Promise<void> {
  const ctes = Object.entries(writes).map(
    ([name, write]) => sql`${sql.identifier(name)} AS (${write.getSQL()})`,
  );
  await tx.execute(sql`WITH ${sql.join(ctes, sql`, `)} SELECT`);
}
