import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { HOUR } from '#domain/durations.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isNamingOpen } from '#domain/naming.ts';
import { isPaid } from '#domain/order.ts';
import { lockOrder, type OrderWithPeople, readOrder } from '../attendees/lock-order.ts';
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
  refuseAfterEvent(ctx);
  await limitChanges(tx, ctx, `team:${orderId}`);
  return withLinks(tx, await lockOrder(tx, orderId));
}

/** The same for a claim, whose tries count by its link: whoever has one can't use up what the buyer needs. */
export async function lockTeamOfLink(
  tx: Transaction,
  ctx: Context,
  { id, orderId }: ClaimLinkRow,
): Promise<LockedTeam> {
  refuseAfterEvent(ctx);
  await limitChanges(tx, ctx, `claim:${id}`);
  return withLinks(tx, await lockOrder(tx, orderId));
}

/** The same without a lock or a limit, for what only shows it. */
export async function readTeam(tx: Transaction, ctx: Context, orderId: number): Promise<LockedTeam> {
  refuseAfterEvent(ctx);
  return withLinks(tx, await readOrder(tx, orderId));
}

function refuseAfterEvent({ content, now }: Context): void {
  if (eventPhase(content.event, now) === 'past') throw new Refusal('event_over');
}

async function withLinks(tx: Transaction, found: OrderWithPeople): Promise<LockedTeam> {
  const { order, named, staying, freeSeats } = found;
  if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_paid');
  const links = await linksOut(tx, order.id);
  const invited = links.filter((one) => !one.forTeam).length;
  return { order, named, staying, free: Math.max(0, freeSeats), links, invited };
}

/** Refuses too many changes by visitors under one key. */
export async function limitChanges(tx: Transaction, ctx: Context, key: string): Promise<void> {
  if (ctx.actor.isAdmin) return;
  await limitTries(tx, ctx.protocolNow(), { key, max: CHANGES_AN_HOUR, window: HOUR });
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
