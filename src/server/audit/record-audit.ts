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
  return (orderId ?? registrationId ?? null) === null ? 'visitor' : 'buyer';
}

/**
 * The kind of actor of any row. Older rows don't store it: an email address in them was staff's, the providers' user
 * agents are known, and a row with an IP address was a visitor's. Null if unknown.
 */
export function actorKindOf(
  row: Pick<
    typeof registrationAudit.$inferSelect,
    'actor' | 'actorKind' | 'orderId' | 'ipAddress' | 'userAgent'
  >,
): ActorKind | null {
  if (row.actorKind) return row.actorKind;
  if (row.actor === 'operator') return 'operator';
  if (row.actor !== 'visitor') return 'staff';
  if (/^(Stripe|Square)\b/i.test(row.userAgent ?? '')) return 'webhook';
  if (row.ipAddress === null && row.userAgent === null) return null;
  return row.orderId === null ? 'visitor' : 'buyer';
}
