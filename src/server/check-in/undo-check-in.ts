import type { DoorRegistration } from '#contract/check-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, isNull } from '../db/drizzle.ts';
import { checkIns, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { findTicketById, today } from './find-ticket.ts';

/** Undoes the current day's admission. The row stays, with who undid it and when. */
export async function undoCheckIn(ctx: Context, registrationId: number): Promise<DoorRegistration> {
  return ctx.db.transaction(async (tx) => {
    await tx
      .select({ id: registrations.id })
      .from(registrations)
      .where(eq(registrations.id, registrationId))
      .for('update');
    const found = await findTicketById(tx, ctx, registrationId);
    if (!found) throw new Refusal('registration_not_found');
    const undone = await tx
      .update(checkIns)
      .set({ undoneAt: ctx.now, undoneBy: ctx.actor.email })
      .where(
        and(
          eq(checkIns.registrationId, registrationId),
          eq(checkIns.admittedOn, today(ctx)),
          isNull(checkIns.undoneAt),
        ),
      );
    if (undone.rowCount === 0) throw new Refusal('not_checked_in');
    // The columns keep the latest admission that wasn't undone, perhaps from the day before.
    const [latest] = await tx
      .select({ at: checkIns.checkedInAt })
      .from(checkIns)
      .where(and(eq(checkIns.registrationId, registrationId), isNull(checkIns.undoneAt)))
      .orderBy(desc(checkIns.checkedInAt))
      .limit(1);
    await tx
      .update(registrations)
      .set({ checkedIn: latest !== undefined, checkedInAt: latest?.at ?? null })
      .where(eq(registrations.id, registrationId));
    await recordAudit(tx, ctx, {
      action: 'check_in_undone',
      orderId: found.registration.orderId,
      registrationId,
      details: { day: today(ctx) },
    });
    const { checkedInAt, notes } = found.registration;
    return {
      ...found.registration,
      checkedIn: false,
      checkedInAt: null,
      checkedInBy: null,
      notes: notes.filter((one) => one.at !== checkedInAt),
    };
  });
}
