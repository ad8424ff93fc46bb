import { undoOf } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import { scans } from '../db/tables.ts';

/**
 * Withdraws names given at the door when their registration or order is deleted. Otherwise the next scan of the order
 * would seat them again, or they would wait for a seat that no longer exists.
 */
export async function withdrawNames(
  tx: Transaction,
  ctx: Context,
  orderId: number,
  seats: readonly string[],
): Promise<void> {
  if (seats.length === 0) return;
  await tx
    .insert(scans)
    .values(seats.map((seat) => undoOf(ctx, { id: seat, orderId, registrationId: null, seat })));
}
