import { type SQLWrapper, sql } from './drizzle.ts';
import type { Transaction } from './open-database.ts';

/** An insert or update that runs when it is awaited, or with others in `writeTogether`. */
export type Write = SQLWrapper & Promise<unknown>;

/**
 * Sends several writes as one statement: one way to the database instead of one each. None of them sees what another
 * one does, and no two may write the same row.
 */
export async function writeTogether(tx: Transaction, writes: readonly Write[]): Promise<void> {
  const parts = writes.map((write, index) => sql`${sql.identifier(`write_${index}`)} AS ${write}`);
  await tx.execute(sql`WITH ${sql.join(parts, sql`, `)} SELECT`);
}
