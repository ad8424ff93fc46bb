import { RESOLUTION_WORDS } from '#contract/words/cases.ts';
import { countSeats } from '#domain/attendee.ts';
import { storeCompleteness } from '../../attendees/lock-order.ts';
import type { Context } from '../../context.ts';
import { releaseCountedCoupon } from '../../coupons/hold-coupon.ts';
import { and, eq, inArray, isNull, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type OrderRow, orders, paymentCases, type RegistrationRow, registrations } from '../../db/tables.ts';
import { closeCases } from '../cases/open-case.ts';

/** `seats` includes those of `registrationIds`. */
interface ChosenSeats {
  readonly registrationIds: readonly number[];
  readonly seats: number;
}

/**
 * Ends the tickets of these seats, or of all, and removes the seats from the order, and its coupon use if none is left.
 * The caller has locked the order, passes its unchanged row, and calls `giveSeatsBack` last.
 */
export async function endSeats(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  chosen: ChosenSeats | 'all',
): Promise<{ ended: RegistrationRow[]; seats: number }> {
  const ofOrder = and(eq(registrations.orderId, order.id), isNull(registrations.voidedAt));
  const ended = await tx
    .update(registrations)
    .set({ voidedAt: ctx.now })
    .where(chosen === 'all' ? ofOrder : and(ofOrder, inArray(registrations.id, [...chosen.registrationIds])))
    .returning();
  const left = countSeats(order);
  // An order that holds none keeps the number: if the refund fails after all, staff can still accept the whole order.
  const all = order.seatsHeld ? left : 0;
  const seats = chosen === 'all' ? all : Math.min(chosen.seats, left);
  await tx
    .update(orders)
    .set({ seatsReturned: sql`${orders.seatsReturned} + ${seats}` })
    .where(eq(orders.id, order.id));
  await storeCompleteness(tx, order.id);
  if (seats === left) {
    await releaseCountedCoupon(tx, order);
    // Nothing is left to decide about a returned seat.
    const isOfOrder = eq(paymentCases.orderId, order.id);
    await closeCases(tx, ctx, 'seat_returned', isOfOrder, RESOLUTION_WORDS.seatCanceled);
  }
  return { ended, seats };
}
