import { sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { endedCodes } from '../db/tables.ts';

/** Whether an unknown code once belonged to a ticket that was deleted or erased (R-CODE-4). */
export async function wasRemoved(db: Database | Transaction, token: string): Promise<boolean> {
  const hash = sql`encode(sha256(convert_to(${token}, 'UTF8')), 'hex')`;
  return (await db.$count(endedCodes, sql`${endedCodes.hash} = ${hash}`)) > 0;
}
