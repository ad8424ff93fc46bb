import type { DoorRegistration } from '#contract/check-in.ts';
import { admissionsOf, standing } from '#domain/standing.ts';
import { lockPerson } from '../attendees/lock-order.ts';
import { undoOf } from '../audit/desk-scan.ts';
import { type Context, today } from '../context.ts';
import { Refusal } from '../errors.ts';
import { writeScans } from '../scans/project-check-ins.ts';
import { type Logged, readLog, scansOf } from '../scans/read-log.ts';
import { findTicket } from './find-ticket.ts';

/**
 * Undoes the current day's admission, and those of other doors for the same person. The log keeps them. `seen` is when
 * the admission on the screen was made; another one since stays.
 */
export async function undoCheckIn(
  ctx: Context,
  registrationId: number,
  seen?: string,
): Promise<DoorRegistration> {
  return ctx.db.transaction(async (tx) => {
    await lockPerson(tx, registrationId);
    const found = await findTicket(tx, ctx, { id: registrationId });
    if (!found) throw new Refusal('registration_not_found');
    const { seat, registration } = found;
    const log = await readLog(tx, {
      registrationIds: [registrationId],
      orderIds: seat ? [registration.orderId] : [],
    });
    const person = { id: registrationId, seat };
    const [admitted, ...others] = admissionsOf(standing<Logged>(scansOf(person, log), today(ctx)));
    if (!admitted) throw new Refusal('not_checked_in');
    if (seen && Date.parse(seen) !== admitted.decidedAt) throw new Refusal('changed_meanwhile');
    const undos = [admitted, ...others].map(({ row }) => undoOf(ctx, row));
    await writeScans(tx, ctx, undos, [person], log);
    return {
      ...registration,
      checkedIn: false,
      checkedInAt: null,
      checkedInBy: null,
      checkedInDoor: null,
      notes: registration.notes.filter((one) => one.at !== registration.checkedInAt),
    };
  });
}
