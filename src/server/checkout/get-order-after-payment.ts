import type { OrderWithRegistrations, RegistrationDetails } from '#contract/orders.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { showOrder } from '../orders/get-order.ts';
import { presentDetails } from '../orders/present-order.ts';
import { lookAndSettle } from '../payments/look-and-settle.ts';

/**
 * The order that the buyer returns to. While it is pending, the provider is asked first, so that nobody waits for a
 * webhook; within three seconds of another check, the known state is returned.
 */
export async function getOrderAfterPayment(
  ctx: Context,
  key: string,
): Promise<OrderWithRegistrations & { registration: RegistrationDetails }> {
  const found = await getOrderByKey(ctx, key, 'registration_not_found');
  let order = found;
  if (found.paymentStatus === 'pending') {
    await lookAndSettle(ctx, found.id);
    const [now] = await ctx.db.select().from(orders).where(eq(orders.id, found.id));
    if (!now) throw new Refusal('registration_not_found');
    order = now;
  }
  const shown = await showOrder(ctx, order);
  return { ...shown, registration: presentDetails(order, shown) };
}
