import { type SQLWrapper, sql } from './drizzle.ts';
import type { Transaction } from './open-database.ts';

/** An insert or update that runs when awaited, or with others in `writeTogether`. */
export type Write = SQLWrapper & Promise<unknown>;

/**
 * Sends several writes as one statement, in a single round trip. None of them sees what another does, and no two may
 * write the same row.
 */
export async function writeTogether(tx: Transaction, writes: readonly Write[]): Promise<void> {
  const parts = writes.map((write, index) => sql`${sql.identifier(`write_${index}`)} AS ${write}`);
  await tx.execute(sql`WITH ${sql.join(parts, sql`, `)} SELECT`);
}
