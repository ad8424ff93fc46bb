import { admissionsOf, standings } from '#domain/standing.ts';
import { blankNotesOfScans } from '../audit/blank-scans.ts';
import { undoOf } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import { eq, inArray } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { checkIns, type RegistrationRow, scans } from '../db/tables.ts';
import { writeScans } from './project-check-ins.ts';
import { type Logged, readLog, scansOf } from './read-log.ts';

/**
 * Undoes a person's admissions of all days, before somebody else gets the ticket. The log keeps them without their notes,
 * which are about that person. The caller has locked the registration.
 */
export async function undoAdmissions(
  tx: Transaction,
  ctx: Context,
  { id, orderId, seat }: Pick<RegistrationRow, 'id' | 'orderId' | 'seat'>,
): Promise<void> {
  const log = await readLog(tx, { registrationIds: [id], orderIds: seat ? [orderId] : [] });
  const rows = scansOf({ id, seat }, log);
  if (rows.length === 0) return;
  const undos = standings<Logged>(rows)
    .flatMap(admissionsOf)
    // Buyers and holders give tickets away without signing in.
    .map(({ row }) => ({ ...undoOf(ctx, row), madeBy: ctx.actor.email ?? 'visitor' }));
  if (undos.length > 0) await writeScans(tx, ctx, undos, [{ id, seat }], log);
  await blankNotesOfScans(
    tx,
    inArray(
      scans.id,
      rows.map((row) => row.id),
    ),
  );
  await tx.update(checkIns).set({ notes: null }).where(eq(checkIns.registrationId, id));
}
