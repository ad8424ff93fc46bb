import type { Registration, addAttendee as route } from '#contract/orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { canAddAttendee } from '#domain/attendee.ts';
import { parseTransactionId } from '#domain/codes.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isPaid } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { type OrderRow, qrCodes } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { linksOut } from '../orders/free-seats.ts';
import { limitNaming } from '../orders/mails/limit-mails.ts';
import { presentRegistration } from '../orders/present-order.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { lockOrder } from './lock-order.ts';
import { nameSeat, refuseSamePerson } from './name-seat.ts';
import { personOf } from './person-fields.ts';
import { refusePromised } from './promised-seats.ts';

/**
 * Names one more person in a paid team order and mails them the ticket (R-ATTENDEE-3). The track may follow later.
 */
export async function addAttendee(
  ctx: Context,
  key: string,
  input: ParsedOf<typeof route.body>,
): Promise<Registration> {
  const found = await getOrderByKey(ctx, key);
  if (!isNamedBy(found, key, input.orderId)) {
    throw new Refusal('invalid', { fields: { orderId: REFUSAL_WORDS.otherOrder } });
  }
  if (eventPhase(ctx.content.event, ctx.now) === 'past') throw new Refusal('event_over');
  const person = personOf(input);

  return ctx.db.transaction(async (tx) => {
    const { order, named, seats, freeSeats } = await lockOrder(tx, found.id);
    if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_paid');
    if (!input.isSecondPerson) refuseSamePerson(named, person);
    if (!canAddAttendee({ seats, named: seats - freeSeats, status: order.attendeeDataStatus })) {
      if (freeSeats > 0) throw new Refusal('no_slots_left', { message: REFUSAL_WORDS.staffNamesOnlySeat });
      throw new Refusal('no_slots_left');
    }
    refusePromised(ctx, { free: freeSeats, links: await linksOut(tx, order.id) }, 1);
    await limitNaming(tx, ctx, order, [person.email]);
    const added = await nameSeat(tx, ctx, order, person);
    const [ticket] = await tx.select().from(qrCodes).where(currentCode(added.id));
    return presentRegistration(added, ticket!);
  });
}

/** Whether the order in the body, if any, is the one in the path. If they differ, the caller's intent is unclear. */
function isNamedBy(
  { id, transactionId }: OrderRow,
  key: string,
  named: string | number | null | undefined,
): boolean {
  const own = [key, String(id), transactionId].map((one) => one.toUpperCase());
  const typed = String(named);
  return named == null || own.includes(typed.toUpperCase()) || parseTransactionId(typed) === transactionId;
}
