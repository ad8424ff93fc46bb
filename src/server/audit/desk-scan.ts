import { randomUUID } from 'node:crypto';
import { type Context, today } from '../context.ts';
import type { ScanRow } from '../db/tables.ts';

type Decided = Pick<ScanRow, 'id' | 'kind' | 'orderId' | 'registrationId' | 'seat'> & Partial<ScanRow>;

/** Makes the rows that follow from others, without anybody's decision. */
export const SITE = 'the site';

/** A log row for a decision made now by signed-in staff at the desk. */
export function deskScan(ctx: Context, decided: Decided): ScanRow {
  return {
    device: null,
    role: 'staff',
    madeBy: ctx.actor.email!,
    door: null,
    day: today(ctx),
    refersTo: null,
    outcome: null,
    firstName: null,
    lastName: null,
    practice: false,
    decidedAt: ctx.now,
    phoneClock: null,
    receivedAt: ctx.now,
    method: null,
    listVersion: null,
    codeHash: null,
    notes: null,
    fromRevoked: false,
    ...decided,
  };
}

/** A log row that undoes the admission or the name now. */
export function undoOf(
  ctx: Context,
  {
    id: refersTo,
    orderId,
    registrationId,
    seat,
  }: Pick<ScanRow, 'id' | 'orderId' | 'registrationId' | 'seat'>,
): ScanRow {
  return deskScan(ctx, { id: randomUUID(), kind: 'undo', orderId, registrationId, seat, refersTo });
}
