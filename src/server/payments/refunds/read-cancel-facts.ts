import { pricingAt } from '#domain/offer.ts';
import { type Package, pricesBySeats } from '#domain/packages.ts';
import type { CancelFacts } from '#domain/refund.ts';
import { lockOrder, type OrderWithPeople, organizerFirst, readOrder } from '../../attendees/lock-order.ts';
import { peopleInside } from '../../attendees/people-inside.ts';
import type { Context } from '../../context.ts';
import { asc, inArray } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type OrderRow, type RegistrationRow, registrations } from '../../db/tables.ts';
import { isRefundedElsewhere } from '../../orders/is-refunded-elsewhere.ts';
import { type MoneyByPayment, moneyOf } from './money-of.ts';

export interface CancelState {
  readonly order: OrderRow;
  readonly money: MoneyByPayment;
  /** People with valid tickets that no pending refund ends; the organizer first. */
  readonly people: readonly RegistrationRow[];
  readonly facts: CancelFacts;
}

/**
 * The facts for a cancellation of this order. Locks the order and then its people, as everywhere, so that nobody is
 * admitted, named or refunded before the caller has finished.
 */
export async function lockCancelFacts(
  tx: Transaction,
  ctx: Context,
  orderId: number,
  packages: readonly Package[],
): Promise<CancelState> {
  const locked = await lockOrder(tx, orderId);
  const ids = locked.staying.map(({ id }) => id);
  await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(inArray(registrations.id, ids))
    .orderBy(asc(registrations.id))
    .for('update');
  return factsOf(tx, ctx, locked, packages);
}

/** The same for a preview, which waits for nobody. */
export async function readCancelFacts(
  tx: Transaction,
  ctx: Context,
  orderId: number,
  packages: readonly Package[],
): Promise<CancelState> {
  return factsOf(tx, ctx, await readOrder(tx, orderId), packages);
}

async function factsOf(
  tx: Transaction,
  ctx: Context,
  { order, staying, freeSeats }: OrderWithPeople,
  packages: readonly Package[],
): Promise<CancelState> {
  const people = organizerFirst(staying);
  const ids = people.map(({ id }) => id);
  const inside = await peopleInside(tx, ctx, order, ids);
  const money = await moneyOf(tx, order.id);
  const { teamMemberCount: seats, totalAmount: total, discountAmount } = order;
  const pricing = pricingAt(ctx.content.event, ctx.now);
  const facts: CancelFacts = {
    bought: { seats, price: total + discountAmount, total },
    captured: money.captured,
    refunded: money.refunded,
    lost: money.lost,
    isDisputed: order.disputedAt !== null,
    isRefundedElsewhere: await isRefundedElsewhere(tx, order.id),
    people: ids.map((id) => ({ id, isIn: inside.has(id) })),
    freeSeats,
    list: pricesBySeats(packages, order.eventType, pricing, seats),
  };
  return { order, money, people, facts };
}
