import { randomUUID } from 'node:crypto';
import { deskScan } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import { recordScans } from '../scans/record-scans.ts';
import { getSettleable } from './settle-scan.ts';

/** Undoes one admission or one name; the person's others stay. */
export async function undoScan(ctx: Context, id: string): Promise<void> {
  const { orderId, registrationId, seat, day, practice } = await getSettleable(ctx, id);
  await recordScans(ctx, [
    deskScan(ctx, {
      id: randomUUID(),
      kind: 'undo',
      refersTo: id,
      orderId,
      registrationId,
      seat,
      day,
      practice,
    }),
  ]);
}
