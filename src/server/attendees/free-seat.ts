import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, type RegistrationRow, registrations } from '../db/tables.ts';
import { endCode } from './change-person.ts';
import { storeCompleteness } from './name-seat.ts';

/**
 * Takes a person out of their seat, under the order's lock: their code stops working at once, and the seat can be named
 * again. Money and the number of seats don't change. `person` is one of the order's `staying`. Returns the code that
 * ended; telling the person or the buyer is the caller's.
 */
export async function freeSeat(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  person: Pick<RegistrationRow, 'id'>,
): Promise<{ endedCode: { id: number } | null }> {
  const endedCode = await endCode(tx, ctx, person.id, 'returned');
  await tx
    .update(registrations)
    // The order's organizer may get another seat.
    .set({ voidedAt: ctx.now, returnedAt: ctx.now, isOrganizer: false })
    .where(eq(registrations.id, person.id));
  await storeCompleteness(tx, order.id);
  await recordAudit(tx, ctx, { action: 'seat_freed', orderId: order.id, registrationId: person.id });
  return { endedCode };
}
