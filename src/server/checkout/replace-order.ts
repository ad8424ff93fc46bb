import { seatsLeft } from '#domain/capacity.ts';
import { getCapacityStatus } from '../capacity/get-capacity-status.ts';
import { lockDays } from '../capacity/give-seats-back.ts';
import type { Context } from '../context.ts';
import { lockCoupons } from '../coupons/hold-coupon.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { checkMails } from '../orders/mails/limit-mails.ts';
import { type EndedPayment, endPayment, PageOpened, releaseEnded } from '../payments/close-order.ts';
import type { Earlier } from '../payments/find-earlier.ts';
import { PaymentUnderWay, ProviderUnavailable } from '../payments/gateways/gateway.ts';
import { checkHolds } from './limit-holds.ts';
import { emailsOf, type Purchase } from './quote-purchase.ts';

/** Another request has just placed or paid the order of the same checkout. */
export class CheckoutTaken extends Error {
  override readonly name = 'CheckoutTaken';
}

/** An order that a changed checkout replaces. It still holds its seats and coupon use. */
export interface Replaced {
  readonly earlier: Earlier;
  readonly ended: EndedPayment;
}

/**
 * Ends the payment of the order to be replaced, so that the two can never both be paid (R-ORDER-9). The transaction
 * that places the new order takes over its seats. An impossible change is refused first and leaves the earlier order
 * unchanged.
 */
export async function beginReplacing(ctx: Context, earlier: Earlier, purchase: Purchase): Promise<Replaced> {
  const { quote } = purchase;
  if (quote.total > 0) await checkHolds(ctx, purchase.heldFor);
  else await checkMails(ctx, emailsOf(purchase));
  // An early check, so that the earlier order isn't ended in vain. Placing the new order decides.
  const days = await getCapacityStatus(ctx, purchase.heldFor.checkoutId);
  if (seatsLeft(ctx.content.event, quote.package.eventType, days) < quote.seats)
    throw new Refusal('sold_out');
  const ended = await tellingBuyer(earlier, () => endPayment(ctx, earlier.order.id));
  return { earlier, ended };
}

/** Releases what the replaced order holds, in the transaction that places the `next` one. */
export async function endReplaced(
  tx: Transaction,
  ctx: Context,
  { earlier, ended }: Replaced,
  next: typeof orders.$inferInsert,
): Promise<void> {
  // Always locks the order, then coupons, then days, so that no two changes deadlock.
  const [order] = await tx.select().from(orders).where(eq(orders.id, earlier.order.id)).for('update');
  // It was paid in the meantime, so it is the purchase, or it has ended. Then a newer order may be open, and placing the
  // next one waits for it: with the days locked, the newer one could never end.
  if (order?.paymentStatus !== 'pending') throw new CheckoutTaken();
  await lockCoupons(tx, [order, next]);
  await lockDays(tx);
  await tellingBuyer(earlier, () => releaseEnded(tx, ctx, ended, 'cancelled'));
}

/** Runs `end`; if the payment can't be ended, refuses with the reason for the buyer. */
export async function tellingBuyer<T>({ attempt }: Earlier, end: () => Promise<T>): Promise<T> {
  try {
    return await end();
  } catch (error) {
    if (error instanceof PageOpened || !(error instanceof ProviderUnavailable)) throw error;
    const isAsked = attempt?.state === 'unknown' && attempt.tokenPrint !== null;
    const isUnderWay = error instanceof PaymentUnderWay || isAsked || attempt?.state === 'processing';
    throw new Refusal(isUnderWay ? 'payment_under_way' : 'payment_provider_unavailable', { cause: error });
  }
}
