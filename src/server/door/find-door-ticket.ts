import type { DoorOrder } from '#contract/door.ts';
import { parseQrToken } from '#domain/codes.ts';
import type { Context } from '../context.ts';
import { sql } from '../db/drizzle.ts';
import { wasRemoved } from '../tickets/was-removed.ts';
import { readDoorOrders } from './door-orders.ts';

/** The order of a code, however old, that a phone's copy doesn't have; or that its ticket was removed. */
export async function findDoorTicket(
  ctx: Context,
  text: string,
): Promise<{ order: DoorOrder | null; isRemoved: boolean }> {
  const token = parseQrToken(text);
  if (!token) return { order: null, isRemoved: false };
  const [order] = await readDoorOrders(
    ctx.db,
    ctx,
    sql`orders.id = (SELECT r.order_id FROM qr_codes JOIN registrations AS r ON r.id = registration_id WHERE qr_code_data = ${token})`,
  );
  return { order: order ?? null, isRemoved: !order && (await wasRemoved(ctx.db, token)) };
}
