import { sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { endedCodes } from '../db/tables.ts';

/** Whether a code that no registration has was a ticket's before that was deleted or erased (R-CODE-4). */
export async function wasRemoved(db: Database | Transaction, token: string): Promise<boolean> {
  const hash = sql`encode(sha256(convert_to(${token}, 'UTF8')), 'hex')`;
  return (await db.$count(endedCodes, sql`${endedCodes.hash} = ${hash}`)) > 0;
}
