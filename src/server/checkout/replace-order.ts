import { seatsLeft } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import { getCapacityStatus } from '../capacity/get-capacity-status.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import type { OrderRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { endPayment, PageOpened, releaseEnded } from '../payments/close-order.ts';
import type { Earlier } from '../payments/find-earlier.ts';
import { PaymentUnderWay, ProviderUnavailable } from '../payments/gateways/gateway.ts';
import { CheckoutTaken } from './place-order.ts';

/**
 * Ends the payment of the order that another one of the same checkout is to take the place of, so that both can never be
 * paid (R-ORDER-9). What it holds goes over in the transaction that places the other. A change that cannot be had is
 * refused before, and the earlier order stays as it was.
 */
export async function beginReplacing(
  ctx: Context,
  earlier: Earlier,
  wanted: { readonly eventType: EventType; readonly seats: number },
): Promise<{ order: OrderRow; end(tx: Transaction): Promise<void> }> {
  const { order } = earlier;
  const days = await getCapacityStatus(ctx, order.checkoutId ?? undefined);
  if (seatsLeft(ctx.content.event, wanted.eventType, days) < wanted.seats) throw new Refusal('sold_out');
  const ended = await tellingBuyer(earlier, () => endPayment(ctx, order.id));
  return {
    order,
    async end(tx) {
      const outcome = await tellingBuyer(earlier, () => releaseEnded(tx, ctx, ended, 'cancelled'));
      // Paid meanwhile: that is what the buyer has bought.
      if (outcome === 'paid') throw new CheckoutTaken();
    },
  };
}

/** A payment that cannot be ended, in the buyer's words. */
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
