import { randomUUID } from 'node:crypto';
import { blankPeopleOfScans } from '../audit/blank-scans.ts';
import { deskScan } from '../audit/desk-scan.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { registrations, scans } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getRegistration } from './get-registration.ts';
import { lockOrder, storeCompleteness } from './lock-order.ts';

/**
 * Deletes a person's registration and ticket, and what the door wrote about them. The order keeps the seat, which can
 * be named again. The organizer's is deleted only if the caller says so.
 */
export async function deleteRegistration(
  ctx: Context,
  id: string,
  { alsoOrganizer }: { alsoOrganizer: boolean },
): Promise<{ success: true }> {
  const found = await getRegistration(ctx, id);
  if (found.isOrganizer && !alsoOrganizer) throw new Refusal('organizer_stays');
  await ctx.db.transaction(async (tx) => {
    await lockOrder(tx, found.orderId);
    const deleted = await tx.delete(registrations).where(eq(registrations.id, found.id));
    if (deleted.rowCount === 0) throw new Refusal('registration_not_found');
    await blankPeopleOfScans(tx, sql`(registration_id = ${found.id} OR seat = ${found.seat})`);
    if (found.seat) await withdrawName(tx, ctx, found.orderId, found.seat);
    await storeCompleteness(tx, found.orderId);
    await recordAudit(tx, ctx, {
      action: 'registration_deleted',
      orderId: found.orderId,
      registrationId: found.id,
      details: { wasOrganizer: found.isOrganizer, checkedIn: found.checkedIn },
    });
  });
  return { success: true };
}

/** Otherwise the next scan of the order would seat the person again, by the name given at the door. */
async function withdrawName(tx: Transaction, ctx: Context, orderId: number, seat: string): Promise<void> {
  const id = randomUUID();
  await tx
    .insert(scans)
    .values(deskScan(ctx, { id, kind: 'undo', refersTo: seat, orderId, registrationId: null, seat }));
}
