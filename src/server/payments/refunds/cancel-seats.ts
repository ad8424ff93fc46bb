import type { Cancellation, cancelSeats as route } from '#contract/cancel.ts';
import type { ParsedOf } from '#contract/route.ts';
import { CANCEL_WORDS } from '#contract/words/cancel.ts';
import { registrationNumber } from '#domain/codes.ts';
import { MINUTE } from '#domain/durations.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isPaid } from '#domain/order.ts';
import { type CancelRefusal, previewCancellation } from '#domain/refund.ts';
import { readPackages } from '../../catalog/mirror.ts';
import type { Context } from '../../context.ts';
import { lockId } from '../../db/lock-id.ts';
import { SNAPSHOT, type Transaction } from '../../db/open-database.ts';
import type { OrderRow } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { limitTries, visitorKey } from '../../http/limits.ts';
import { getOrderByKey } from '../../orders/find-order.ts';
import { cancelWithoutRefund } from './cancel-without-refund.ts';
import { type CancelState, lockCancelFacts, readCancelFacts } from './read-cancel-facts.ts';
import { pushRefund } from './refund.ts';
import { refuseUnlessSeen } from './refuse-unless-seen.ts';
import { amountOf, findRequest, storeRefund } from './store-refund.ts';

type Wish = ParsedOf<typeof route.body>;

/** Cancellations per address and minute. */
const TRIES = 20;

/** What a buyer can cancel, with the facts for the page's preview. */
export async function getCancellation(ctx: Context, key: string): Promise<Cancellation> {
  const { id } = await getPaid(ctx, key, ctx.actor.isAdmin);
  const packages = await readPackages(ctx);
  const state = await ctx.db.transaction((tx) => readCancelFacts(tx, ctx, id, packages), SNAPSHOT);
  return present(ctx, state);
}

/**
 * Cancels seats of a paid order for its buyer (R-REFUND-8). The amount is recomputed under the locks and must equal
 * what the page showed. With a refund, tickets end and seats become free once the provider has paid it; without one, at
 * once. A retry with the same `refundId` gets the first response.
 */
export async function cancelSeats(
  ctx: Context,
  key: string,
  wish: Wish,
): Promise<ParsedOf<typeof route.response>> {
  const limit = { key: `cancel:${visitorKey(ctx.ipAddress)}`, max: TRIES, window: MINUTE };
  await limitTries(ctx.db, ctx.protocolNow(), limit);
  const { id } = await getPaid(ctx, key);
  const packages = await readPackages(ctx);
  await ctx.db.transaction(async (tx) => {
    const locked = await lockCancelFacts(tx, ctx, id, packages);
    await lockId(tx, wish.refundId);
    const known = await findRequest(tx, wish.refundId);
    if (known?.orderId === id) return;
    if (known) throw new Refusal('order_not_found');
    await cancel(tx, ctx, locked, wish);
  });
  await pushRefund(ctx, wish.refundId);
  return ctx.db.transaction(
    async (tx) => ({
      ...(await readOutcome(tx, wish.refundId)),
      cancellation: present(ctx, await readCancelFacts(tx, ctx, id, packages)),
    }),
    SNAPSHOT,
  );
}

/** Staff also refund orders under review, and see the same facts. */
async function getPaid(ctx: Context, key: string, isForStaff = false): Promise<OrderRow> {
  const found = await getOrderByKey(ctx, key);
  const { paymentStatus: status } = found;
  const isReadable = isPaid(status) || status === 'refunded' || (isForStaff && status === 'review');
  if (!isReadable) throw new Refusal('order_not_cancelable');
  return found;
}

async function cancel(tx: Transaction, ctx: Context, locked: CancelState, wish: Wish): Promise<void> {
  const { order, money, people, facts } = locked;
  const { event, refunds: rule } = ctx.content;
  if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_cancelable');
  if (eventPhase(event, ctx.now) === 'past') throw new Refusal('event_over');
  const { refusal, amount, nothingBack } = previewCancellation(
    facts,
    rule,
    { zone: event.zone, now: ctx.now },
    wish,
  );
  if (refusal) throw refusalFor(refusal);
  if (amount !== wish.amount)
    throw new Refusal('changed_meanwhile', { message: CANCEL_WORDS.changed(wish.amount, amount) });
  const { refundId, registrationIds, freeSeats } = wish;
  if (registrationIds.length > 0) refuseUnlessSeen(people, registrationIds, wish.seen?.people);
  // Staff can open the order's page, too.
  const by = (ctx.actor.isAdmin && ctx.actor.email) || 'buyer';
  if (amount > 0) await storeRefund(tx, ctx, order, money, { ...wish, reason: 'buyer' }, by);
  else
    await cancelWithoutRefund(
      tx,
      ctx,
      order,
      { id: refundId, registrationIds, freeSeats, because: nothingBack },
      by,
    );
}

function refusalFor(refusal: CancelRefusal): Refusal {
  if (refusal === 'nothing_chosen')
    return new Refusal('invalid', { fields: { registrationIds: CANCEL_WORDS.nothingChosen } });
  if (refusal === 'order_disputed') return new Refusal(refusal, { message: CANCEL_WORDS.disputed });
  if (refusal === 'registration_not_found' || refusal === 'no_such_seats')
    return new Refusal('changed_meanwhile', { message: CANCEL_WORDS.seatsGone });
  if (refusal === 'refunded_elsewhere')
    return new Refusal('order_not_cancelable', { message: CANCEL_WORDS.refundedElsewhere });
  return new Refusal(refusal === 'checked_in' ? 'person_is_in' : refusal);
}

async function readOutcome(tx: Transaction, id: string) {
  const known = (await findRequest(tx, id))!;
  const amount = await amountOf(tx, known);
  const state = 'state' in known ? known.state : null;
  return { amount, seats: known.seats, state };
}

function present(ctx: Context, { order, people, facts }: CancelState): Cancellation {
  const isPast = eventPhase(ctx.content.event, ctx.now) === 'past';
  return {
    ...facts,
    list: [...facts.list],
    people: people.map(({ id, firstName, lastName, email }, index) => ({
      ...{ id, firstName, lastName, email, isIn: facts.people[index]!.isIn },
    })),
    transactionId: order.transactionId,
    registrationNumber: registrationNumber(ctx.content.event.shortCode, order.id),
    isPast,
  };
}
