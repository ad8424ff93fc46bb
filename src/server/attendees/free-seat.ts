import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, type RegistrationRow, registrations } from '../db/tables.ts';
import { queueReplacedMail } from '../orders/mails/queue-ticket-mails.ts';
import { endCode, isFormerHolderTold } from './change-person.ts';
import { storeCompleteness } from './lock-order.ts';

/**
 * Frees a person's seat, under the order's lock: their code stops working at once, and the seat can be named again.
 * Money and the number of seats don't change. `person` is one of the order's `staying`. Notifies the person.
 */
export async function freeSeat(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  person: Pick<RegistrationRow, 'id' | 'email'>,
): Promise<void> {
  const endedCode = await endCode(tx, ctx, person.id, 'returned');
  await tx
    .update(registrations)
    // The organizer can take a seat again later.
    .set({ voidedAt: ctx.now, returnedAt: ctx.now, isOrganizer: false })
    .where(eq(registrations.id, person.id));
  await storeCompleteness(tx, order.id);
  await recordAudit(tx, ctx, { action: 'seat_freed', orderId: order.id, registrationId: person.id });
  // Even after the holder's own return, in case somebody else used their link.
  if (endedCode && isFormerHolderTold(order, person))
    await queueReplacedMail(tx, ctx, order, { codeId: endedCode.id, recipient: person.email });
}
