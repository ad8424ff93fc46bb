import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { emailKey } from '#domain/attendee.ts';
import { exceededHold, type Held, type HoldScope } from '#domain/holds.ts';
import { SEAT_HOLDING } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { inArray, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/** Whom the limits count an order against, and how many seats it holds until it is paid. */
export interface HeldFor {
  readonly email: string;
  /** An earlier order of the same checkout isn't counted, because it gets replaced. Null if the caller sent none. */
  readonly checkoutId: string | null;
  readonly seats: number;
  /** A hash of the visitor's IP address. The order stores both marks while it is open. */
  readonly ipMark: string;
  /** If the browser's session has one. */
  readonly browserMark: string | null;
}

/** What an order depends on, as it is once the visitor's other requests are stored. */
type Present = {
  readonly held: HeldByScope;
  /** The checkout has an order with seats already, other than the one to be replaced. */
  readonly isRepeated: boolean;
  readonly hasSeats: boolean;
};

/**
 * Serializes the concurrent requests of a visitor and of a checkout, each until the previous one is stored, and then
 * reads the present: comes first in the placing transaction (R-HOLD-1).
 */
export async function waitForOtherHolds(
  tx: Transaction,
  ctx: Context,
  heldFor: HeldFor,
  { replaced, hasSeats }: { replaced: { readonly id: number } | undefined; hasSeats: SQL<boolean> },
): Promise<Present> {
  const { email, checkoutId, ipMark, browserMark } = heldFor;
  const keys = [`hold:ip:${ipMark}`, `hold:email:${emailKey(email)}`];
  if (browserMark) keys.push(`hold:browser:${browserMark}`);
  // As PostgreSQL writes it, because `settle` takes this lock, too.
  if (checkoutId) keys.push(`hold:checkout:${checkoutId.toLowerCase()}`);
  const locks = tx.execute(sql`SELECT pg_advisory_xact_lock(one.lock) FROM (
    SELECT hashtextextended(key, 0) AS lock FROM unnest(${sql.param(keys)}::text[]) AS key ORDER BY lock
  ) AS one`);
  // A statement of its own, because it must see what was stored while the locks were awaited.
  const look = tx.execute<Present>(sql`WITH held AS (${heldNow(ctx, heldFor)})
    SELECT to_jsonb(held) AS held, EXISTS (
      SELECT FROM orders WHERE checkout_id = ${checkoutId}::uuid AND ${inArray(orders.paymentStatus, SEAT_HOLDING)}
        AND NOT (id = ${replaced?.id ?? 0}::integer AND payment_status = 'pending')
    ) AS "isRepeated", ${hasSeats} AS "hasSeats" FROM held`);
  const [, { rows }] = await Promise.all([locks, look]);
  return rows[0]!;
}

/** Refuses a visitor who already holds too much, before anything else happens. The placing transaction checks again. */
export async function checkHolds(ctx: Context, heldFor: HeldFor): Promise<void> {
  const { rows } = await ctx.db.execute<HeldByScope>(heldNow(ctx, heldFor));
  refuseHeld(ctx, heldFor, rows[0]!);
}

/** Refuses an order if the visitor's browser, email or IP address holds too many unpaid orders or seats (R-HOLD-1). */
export function refuseHeld(ctx: Context, { seats }: HeldFor, held: HeldByScope): void {
  // Staff order for callers.
  if (ctx.actor.isAdmin) return;
  const exceeded = exceededHold(held, seats);
  if (exceeded) throw new Refusal('too_much_held', { message: REFUSAL_WORDS.heldTooMuch(exceeded) });
}

export type HeldByScope = Record<HoldScope, Held>;

/** One row with what the visitor's other open orders hold: a column per scope. */
function heldNow(ctx: Context, { email, checkoutId, ipMark, browserMark }: HeldFor): SQL {
  const isOf: Record<HoldScope, SQL> = {
    browser: sql`browser_mark = ${browserMark}::text OR transaction_id = ANY (${sql.param(ctx.actor.orders)}::text[])`,
    email: sql`lower(organizer_email) = ${emailKey(email)}::text`,
    ip: sql`ip_mark = ${ipMark}::text`,
  };
  const counts = Object.entries(isOf).map(
    ([scope, isCounted]) => sql`jsonb_build_object('orders', count(id) FILTER (WHERE ${isCounted}),
      'seats', coalesce(sum(team_member_count) FILTER (WHERE ${isCounted}), 0)) AS ${sql.identifier(scope)}`,
  );
  const checkout = sql`${checkoutId}::uuid`;
  return sql`SELECT ${sql.join(counts, sql`, `)} FROM orders
    WHERE payment_status = 'pending' AND (${checkout} IS NULL OR checkout_id IS DISTINCT FROM ${checkout})`;
}
