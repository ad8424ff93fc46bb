import { randomUUID } from 'node:crypto';
import type { settleScan as route } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { SettledAs } from '#domain/standing.ts';
import { deskScan } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { isUuid } from '../db/is-uuid.ts';
import { type ScanRow, scans } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { recordScans } from './record-scans.ts';

type Recorded = ParsedOf<typeof route.response>;

/** Records the desk's decision about a second admission, or about a name without a free seat. */
export function settleScan(ctx: Context, id: string, outcome: SettledAs): Promise<Recorded> {
  return recordAbout(ctx, id, { kind: 'settle', outcome });
}

/** Undoes one admission or one name; the person's others stay. */
export function undoScan(ctx: Context, id: string): Promise<Recorded> {
  return recordAbout(ctx, id, { kind: 'undo' });
}

/** Adds the desk's row about the admission or the name with that id. */
async function recordAbout(
  ctx: Context,
  id: string,
  decision: Pick<ScanRow, 'kind'> & Partial<ScanRow>,
): Promise<Recorded> {
  const { orderId, registrationId, seat, day, practice } = await getSettleable(ctx, id);
  const about = { orderId, registrationId, seat, day, practice };
  await recordScans(ctx, [deskScan(ctx, { ...decision, ...about, id: randomUUID(), refersTo: id })]);
  return { now: ctx.now.toISOString() };
}

async function getSettleable({ db }: Context, id: string): Promise<ScanRow> {
  if (!isUuid(id)) throw new Refusal('scan_not_found');
  const [scan] = await db.select().from(scans).where(eq(scans.id, id));
  if (!scan || (scan.kind !== 'admit' && scan.kind !== 'name')) throw new Refusal('scan_not_found');
  return scan;
}
