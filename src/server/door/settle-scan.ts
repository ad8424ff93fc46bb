import { randomUUID } from 'node:crypto';
import type { SettledAs } from '#domain/standing.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { scans } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { deskScan } from '../scans/desk-scan.ts';
import { isUuid } from '../scans/read-log.ts';
import { recordScans } from '../scans/record-scans.ts';

/** Says at the desk what a second admission, or a name without a seat, was. */
export async function settleScan(ctx: Context, id: string, outcome: SettledAs): Promise<void> {
  if (!isUuid(id)) throw new Refusal('scan_not_found');
  const [scan] = await ctx.db.select().from(scans).where(eq(scans.id, id));
  if (!scan || (scan.kind !== 'admit' && scan.kind !== 'name')) throw new Refusal('scan_not_found');
  const { orderId, registrationId, seat, day, practice } = scan;
  await recordScans(ctx, [
    deskScan(ctx, {
      id: randomUUID(),
      kind: 'settle',
      refersTo: id,
      outcome,
      orderId,
      registrationId,
      seat,
      day,
      practice,
    }),
  ]);
}
