import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import { registrationAudit } from '../db/tables.ts';

/**
 * Writes who did what, in the caller's transaction; the row can be neither changed nor deleted afterwards. `details`
 * hold ids and amounts, no names or addresses.
 */
export async function recordAudit(
  tx: Transaction,
  ctx: Pick<Context, 'actor' | 'ipAddress' | 'userAgent' | 'now'>,
  entry: {
    action: string;
    orderId?: number | null;
    registrationId?: number | null;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  await tx.insert(registrationAudit).values({
    action: entry.action,
    orderId: entry.orderId ?? null,
    registrationId: entry.registrationId ?? null,
    details: entry.details ?? {},
    actor: ctx.actor.email ?? 'visitor',
    ipAddress: ctx.ipAddress,
    userAgent: ctx.userAgent?.slice(0, 300) ?? null,
    timestamp: ctx.now,
  });
}
