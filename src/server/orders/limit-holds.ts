import { createHash } from 'node:crypto';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { exceededHold, type Held, type HoldScope } from '#domain/holds.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, or, type SQL, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { visitorKey } from '../http/limits.ts';

/** Who asks for seats. `checkoutId` is the purchase itself: an order that this one takes the place of is no second one. */
export interface HoldRequest {
  readonly email: string;
  readonly checkoutId: string | null;
  readonly seats: number;
}

/** What an open order keeps of who placed it. */
export function holderOf(ctx: Context): { heldFrom: string; heldBy: string | null } {
  return { heldFrom: markOf(visitorKey(ctx.ipAddress)), heldBy: ctx.sessionMark };
}

/** What an order keeps of that once it is no longer open. */
export const NO_HOLDER = { heldFrom: null, heldBy: null } as const;

/**
 * Refuses a visitor's order whose browser, email or address holds too much that is not paid. Call it first in the
 * placing transaction: of requests at the same time, each waits here until the one before it is stored (R-HOLD-1).
 */
export async function limitHolds(tx: Transaction, ctx: Context, request: HoldRequest): Promise<void> {
  const { heldFrom, heldBy } = holderOf(ctx);
  const keys = [`hold:address:${heldFrom}`, `hold:email:${request.email.toLowerCase()}`];
  if (heldBy) keys.push(`hold:browser:${heldBy}`);
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(one.lock) FROM (
      SELECT hashtextextended(key, 0) AS lock FROM unnest(${sql.param(keys)}::text[]) AS key ORDER BY lock
    ) AS one`);
  await checkHolds(tx, ctx, request);
}

/** The same as far as it can be told now, for who must not begin what would be refused. */
export async function checkHolds(
  db: Database | Transaction,
  ctx: Context,
  { email, checkoutId, seats }: HoldRequest,
): Promise<void> {
  // They order for people who call.
  if (ctx.actor.isAdmin) return;
  const { heldFrom, heldBy } = holderOf(ctx);
  const own = ctx.actor.orders;
  const held = await readHeld(db, checkoutId, {
    address: eq(orders.heldFrom, heldFrom),
    email: sql`lower(${orders.organizerEmail}) = ${email.toLowerCase()}`,
    session: or(
      heldBy ? eq(orders.heldBy, heldBy) : undefined,
      own.length > 0 ? inArray(orders.transactionId, [...own]) : undefined,
    ),
  });
  const exceeded = exceededHold(held, seats);
  if (exceeded) throw new Refusal('too_much_held', { message: REFUSAL_WORDS.heldTooMuch(exceeded) });
}

async function readHeld(
  db: Database | Transaction,
  checkoutId: string | null,
  scopes: Record<HoldScope, SQL | undefined>,
): Promise<Record<HoldScope, Held>> {
  const count = (scope: HoldScope) => {
    const isCounted = scopes[scope] ?? sql`false`;
    return {
      orders: sql<number>`count(*) FILTER (WHERE ${isCounted})::int`,
      seats: sql<number>`coalesce(sum(${orders.teamMemberCount}) FILTER (WHERE ${isCounted}), 0)::int`,
    };
  };
  const isOther = checkoutId ? sql`${orders.checkoutId} IS DISTINCT FROM ${checkoutId}::uuid` : undefined;
  const [held] = await db
    .select({ session: count('session'), email: count('email'), address: count('address') })
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'pending'), isOther));
  return held!;
}

function markOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
