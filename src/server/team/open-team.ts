import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { HOUR } from '#domain/durations.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isNamingOpen } from '#domain/naming.ts';
import { isPaid } from '#domain/order.ts';
import { lockOrder } from '../attendees/lock-order.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import type { ClaimLinkRow, OrderRow, RegistrationRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitTries } from '../http/limits.ts';
import { linksOut } from '../orders/free-seats.ts';

/** A paid order under its lock, with its free seats. */
export interface LockedTeam {
  readonly order: OrderRow;
  readonly named: readonly RegistrationRow[];
  /** People whom no pending refund removes. */
  readonly staying: readonly RegistrationRow[];
  readonly free: number;
  /** Active links, oldest first. */
  readonly links: readonly ClaimLinkRow[];
  /** How many of them are for one seat. */
  readonly invited: number;
}

/** Far more than the largest team needs: each change adds to the order's history, which is never shortened. */
const CHANGES_AN_HOUR = 120;

/** Locks an order whose seats are about to change. */
export async function lockTeam(tx: Transaction, ctx: Context, orderId: number): Promise<LockedTeam> {
  if (eventPhase(ctx.content.event, ctx.now) === 'past') throw new Refusal('event_over');
  await limitChanges(tx, ctx, orderId);
  const { order, named, staying, freeSeats } = await lockOrder(tx, orderId);
  if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_paid');
  const links = await linksOut(tx, order.id);
  const invited = links.filter((one) => !one.forTeam).length;
  return { order, named, staying, free: Math.max(0, freeSeats), links, invited };
}

/** Refuses too many changes by visitors to one order. */
export async function limitChanges(tx: Transaction, ctx: Context, orderId: number): Promise<void> {
  if (ctx.actor.isAdmin) return;
  const limit = { key: `team:${orderId}`, max: CHANGES_AN_HOUR, window: HOUR };
  await limitTries(tx, ctx.protocolNow(), limit);
}

/** Until its deadline a team names its own seats; staff always may (R-TEAM-1). */
export function refuseAfterNaming(ctx: Context): void {
  if (!ctx.actor.isAdmin) refuseNewLinks(ctx);
}

/** After the deadline a link gives no seat, so not even staff create one (R-TEAM-3). */
export function refuseNewLinks(ctx: Context): void {
  if (isNamingOpen(ctx.content, ctx.now)) return;
  const { namingEndsOn } = ctx.content.deadlines;
  throw new Refusal('naming_over', { message: REFUSAL_WORDS.namingOver(namingEndsOn) });
}
