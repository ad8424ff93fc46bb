import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { exceededHold, type HoldScope } from '#domain/holds.ts';
import type { Context } from '../context.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { Refusal } from '../errors.ts';

/** Who requests seats. */
export interface Hold {
  readonly email: string;
  /** Of a checkout whose earlier order gets replaced, so it doesn't count; null if the caller sent none. */
  readonly checkoutId: string | null;
  readonly seats: number;
  /** A hash of the address. The order keeps it and the next while it is open. */
  readonly heldFrom: string;
  /** The browser, if its session has a mark. */
  readonly heldBy: string | null;
}

/**
 * Serializes the concurrent requests of a visitor and of a checkout, each until the previous one is stored. Call it first
 * in the placing transaction; check the limits in a later statement (R-HOLD-1).
 */
export async function waitForOtherHolds(
  tx: Transaction,
  { email, checkoutId, heldFrom, heldBy }: Hold,
): Promise<void> {
  const keys = [`hold:address:${heldFrom}`, `hold:email:${email.toLowerCase()}`];
  if (heldBy) keys.push(`hold:browser:${heldBy}`);
  if (checkoutId) keys.push(`hold:checkout:${checkoutId}`);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(one.lock) FROM (
    SELECT hashtextextended(key, 0) AS lock FROM unnest(${sql.param(keys)}::text[]) AS key ORDER BY lock
  ) AS one`);
}

/** Refuses a visitor who already holds too much, before anything else happens. The placing transaction checks again. */
export async function checkHolds(ctx: Context, hold: Hold): Promise<void> {
  const { rows } = await ctx.db.execute<HeldColumns>(heldNow(ctx, hold));
  refuseHeld(ctx, hold, rows[0]!);
}

/** Refuses an order if the visitor's browser, email or address holds too many unpaid orders or seats (R-HOLD-1). */
export function refuseHeld(ctx: Context, { seats }: Hold, held: HeldColumns): void {
  // Staff order for callers.
  if (ctx.actor.isAdmin) return;
  const exceeded = exceededHold(
    {
      session: { orders: held.sessionOrders, seats: held.sessionSeats },
      email: { orders: held.emailOrders, seats: held.emailSeats },
      address: { orders: held.addressOrders, seats: held.addressSeats },
    },
    seats,
  );
  if (exceeded) throw new Refusal('too_much_held', { message: REFUSAL_WORDS.heldTooMuch(exceeded) });
}

export type HeldColumns = Record<`${HoldScope}${'Orders' | 'Seats'}`, number>;

/** One row with what the visitor's other open orders hold. */
export function heldNow(ctx: Context, { email, checkoutId, heldFrom, heldBy }: Hold): SQL {
  const isOf: Record<HoldScope, SQL> = {
    session: sql`held_by = ${heldBy}::text OR transaction_id = ANY (${sql.param(ctx.actor.orders)}::text[])`,
    email: sql`lower(organizer_email) = ${email.toLowerCase()}::text`,
    address: sql`held_from = ${heldFrom}::text`,
  };
  const counts = Object.entries(isOf).map(
    ([
      scope,
      isCounted,
    ]) => sql`count(id) FILTER (WHERE ${isCounted})::int AS ${sql.identifier(`${scope}Orders`)},
      coalesce(sum(team_member_count) FILTER (WHERE ${isCounted}), 0)::int AS ${sql.identifier(`${scope}Seats`)}`,
  );
  const checkout = sql`${checkoutId}::uuid`;
  return sql`SELECT ${sql.join(counts, sql`, `)} FROM orders
    WHERE payment_status = 'pending' AND (${checkout} IS NULL OR checkout_id IS DISTINCT FROM ${checkout})`;
}
