import { randomUUID } from 'node:crypto';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { countSeats } from '#domain/attendee.ts';
import { HOUR } from '#domain/durations.ts';
import { isPaid } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { type OrderRow, orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitTries } from '../http/limits.ts';
import { getOrderByKey, getOrderByNumber } from './find-order.ts';
import { queueToBuyer } from './mails/queue-mails.ts';

const TIMES_AN_HOUR = 3;

/** Sends the organizer the confirmation again, at most a few times an hour. */
export async function resendConfirmation(ctx: Context, id: string): Promise<Resent> {
  return resend(ctx, await getOrderByNumber(ctx, id), 'resend');
}

/** The same for anyone with the order's key. The mail goes to the organizer alone. */
export async function emailOrderAgain(ctx: Context, key: string): Promise<Resent> {
  const order = await getOrderByKey(ctx, key);
  return resend(ctx, order, 'email-again');
}

interface Resent {
  readonly success: true;
  readonly sentTo: string;
}

/** Staff and buyers have a limit each. */
async function resend(ctx: Context, order: OrderRow, call: 'resend' | 'email-again'): Promise<Resent> {
  if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_confirmed');
  // Seats canceled without a refund leave a paid order, whose confirmation would still say that the buyer is in.
  if (countSeats(order) === 0) throw new Refusal('no_valid_ticket');
  const limit = { key: `${call}:${order.id}`, max: TIMES_AN_HOUR, window: HOUR };
  await limitTries(ctx.db, ctx.protocolNow(), limit, REFUSAL_WORDS.confirmationResentTooOften(limit.max));
  const sentTo = await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { action: 'confirmation_resent', orderId: order.id });
    // Under the order's lock, because they may be erased meanwhile.
    const [buyer] = await tx.select().from(orders).where(eq(orders.id, order.id)).for('update');
    if (!buyer) throw new Refusal('order_not_found');
    const isQueued = await queueToBuyer(tx, ctx, buyer, 'order_confirmation', `again:${randomUUID()}`);
    if (!isQueued) throw new Refusal('organizer_erased');
    return buyer.organizerEmail;
  });
  return { success: true, sentTo };
}
