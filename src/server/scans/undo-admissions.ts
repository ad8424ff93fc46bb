import { admissionsOf, standings } from '#domain/standing.ts';
import { undoOf } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import type { RegistrationRow } from '../db/tables.ts';
import { writeScans } from './project-check-ins.ts';
import { type Logged, readLog, scansOf } from './read-log.ts';

/** Undoes a person's admissions of all days. The log keeps them. The caller has locked the registration. */
export async function undoAdmissions(
  tx: Transaction,
  ctx: Context,
  { id, orderId, seat }: Pick<RegistrationRow, 'id' | 'orderId' | 'seat'>,
): Promise<void> {
  const log = await readLog(tx, { registrationIds: [id], orderIds: seat ? [orderId] : [] });
  const undos = standings<Logged>(scansOf({ id, seat }, log))
    .flatMap(admissionsOf)
    // Buyers and holders give tickets away without signing in.
    .map(({ row }) => ({ ...undoOf(ctx, row), madeBy: ctx.actor.email ?? 'visitor' }));
  if (undos.length > 0) await writeScans(tx, ctx, undos, [{ id, seat }], log);
}
