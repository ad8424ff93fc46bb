import { type SQL, sql } from './drizzle.ts';
import { databaseFault, type Transaction } from './open-database.ts';

/**
 * Sends the last statement of a transaction together with COMMIT, so that others wait for its locks only until PostgreSQL
 * has stored it, and not until this process, which may be busy, has read the response. What may not be stored must fail in
 * the statement: see `orRefuse`.
 */
export async function commitWith<Row>(tx: Transaction, last: SQL<Row>): Promise<readonly Row[]> {
  // AND CHAIN begins another transaction, an empty one, which Drizzle's own COMMIT ends.
  const [{ rows }] = await Promise.all([tx.execute(last), tx.execute(sql`COMMIT AND CHAIN`)]);
  return rows as Row[];
}

/** True, or the statement fails, and `isRefused` recognizes its error. */
export function orRefuse(condition: SQL<boolean>): SQL<boolean> {
  return sql`CASE WHEN ${condition} THEN true ELSE refuse('refused by the statement') END`;
}

export function isRefused(error: unknown): boolean {
  return databaseFault(error)?.code === 'SR001';
}
