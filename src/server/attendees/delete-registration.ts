import type { deleteRegistration as route } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';
import { blankPeopleOfScans } from '../audit/blank-scans.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq, sql } from '../db/drizzle.ts';
import { registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getRegistration } from './get-registration.ts';
import { lockOrder, lockPerson, storeCompleteness } from './lock-order.ts';
import { HOLDER_FIELDS, isAsSeen } from './person-fields.ts';
import { withdrawNames } from './withdraw-names.ts';

/**
 * Deletes a person's registration and ticket, and what the door wrote about them. The order keeps the seat, which can
 * be named again. The organizer's is deleted only if the caller says so.
 */
export async function deleteRegistration(
  ctx: Context,
  id: string,
  { organizer }: ParsedOf<typeof route.query>,
  body: ParsedOf<typeof route.body>,
): Promise<{ success: true }> {
  const { id: registrationId, orderId } = await getRegistration(ctx, id);
  await ctx.db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const found = await lockPerson(tx, registrationId);
    if (body && !isAsSeen(found, body.seen, HOLDER_FIELDS)) throw new Refusal('changed_meanwhile');
    if (found.isOrganizer && !organizer) throw new Refusal('organizer_stays');
    await tx.delete(registrations).where(eq(registrations.id, registrationId));
    await blankPeopleOfScans(tx, sql`(registration_id = ${registrationId} OR seat = ${found.seat})`);
    if (found.seat) await withdrawNames(tx, ctx, orderId, [found.seat]);
    await storeCompleteness(tx, orderId);
    await recordAudit(tx, ctx, {
      action: 'registration_deleted',
      orderId,
      registrationId,
      details: { wasOrganizer: found.isOrganizer, checkedIn: found.checkedIn },
    });
  });
  return { success: true };
}
