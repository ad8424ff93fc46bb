import type { ActorKind } from '#domain/access.ts';
import type { Context } from '../context.ts';
import type { SQL } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { registrationAudit } from '../db/tables.ts';

type Cause = Pick<Context, 'actor' | 'cause' | 'ipAddress' | 'userAgent' | 'now'>;

interface Entry {
  readonly action: string;
  /** An expression if the statement itself makes the order. */
  readonly orderId?: number | SQL<number> | null;
  readonly registrationId?: number | null;
  /** Ids and amounts, never names or addresses. */
  readonly details?: Record<string, unknown>;
}

/**
 * Records who did what, in the caller's transaction: await it, or pass it to `writeTogether`. The row is append-only.
 */
export function recordAudit(tx: Transaction, ctx: Cause, entry: Entry) {
  return tx.insert(registrationAudit).values(auditRow(ctx, entry));
}

export function auditRow(ctx: Cause, entry: Entry) {
  return {
    action: entry.action,
    orderId: entry.orderId ?? null,
    registrationId: entry.registrationId ?? null,
    details: entry.details ?? {},
    actor: ctx.actor.phone?.person ?? ctx.actor.email ?? (ctx.cause === 'request' ? 'visitor' : ctx.cause),
    actorKind: kindOf(ctx, entry),
    ipAddress: ctx.ipAddress,
    userAgent: ctx.userAgent?.slice(0, 300) ?? null,
    timestamp: ctx.now,
  };
}

function kindOf({ actor, cause }: Cause, { orderId, registrationId }: Entry): ActorKind {
  if (cause !== 'request') return cause;
  if (actor.phone) return 'door';
  if (actor.isAdmin) return 'staff';
  if (actor.holderOf !== undefined) return 'holder';
  if (actor.isClaiming) return 'claimant';
  return (orderId ?? registrationId ?? null) === null ? 'visitor' : 'buyer';
}
