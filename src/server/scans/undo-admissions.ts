import { standings } from '#domain/standing.ts';
import { undoOf } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import type { RegistrationRow } from '../db/tables.ts';
import { writeScans } from './project-check-ins.ts';
import { asScan, type Logged, readLog } from './read-log.ts';

/** Undoes a person's admissions of all days. The log keeps them. The caller has locked the registration. */
export async function undoAdmissions(
  tx: Transaction,
  ctx: Context,
  { id, orderId, seat }: Pick<RegistrationRow, 'id' | 'orderId' | 'seat'>,
): Promise<void> {
  const log = await readLog(tx, { registrationIds: [id], orderIds: seat ? [orderId] : [] });
  const about = log.filter((row) => !row.practice && (seat ? row.seat === seat : row.registrationId === id));
  const undos = standings<Logged>(about.map(asScan))
    .flatMap(({ admitted, duplicates, settled }) => [
      ...(admitted ? [admitted] : []),
      ...duplicates,
      ...settled.map(({ admit }) => admit),
    ])
    // Buyers and holders give tickets away without signing in.
    .map(({ row }) => ({ ...undoOf(ctx, row), madeBy: ctx.actor.email ?? 'visitor' }));
  if (undos.length > 0) await writeScans(tx, ctx, undos, [{ id, seat }], log);
}
