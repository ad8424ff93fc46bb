import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type CancellationRow, cancellations, type RefundRow, refunds } from '../../db/tables.ts';

export type KnownRequest =
  | ({ readonly kind: 'refund' } & RefundRow)
  | ({ readonly kind: 'cancellation' } & CancellationRow);

/**
 * The result of an earlier request with the page's id: a refund, or a cancellation without one. Null if the id is new.
 */
export async function findRequest(tx: Transaction, id: string): Promise<KnownRequest | null> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (refund) return { kind: 'refund', ...refund };
  const [cancellation] = await tx.select().from(cancellations).where(eq(cancellations.id, id));
  return cancellation ? { kind: 'cancellation', ...cancellation } : null;
}
