import type { freeRegistration as route } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { freedKey } from '../orders/mails/order-mail.ts';
import { queueToBuyer } from '../orders/mails/queue-mails.ts';
import { freeSeat } from './free-seat.ts';
import { getRegistration } from './get-registration.ts';
import { lockOrder, lockPerson, refuseUnlessStaying } from './lock-order.ts';
import { refuseCheckedIn } from './people-inside.ts';
import { HOLDER_FIELDS, isAsSeen } from './person-fields.ts';

/**
 * For somebody who told staff that they can't come: ends the ticket, frees the seat, and notifies that person and the
 * buyer. Any refund is up to staff. Idempotent.
 */
export async function freeRegistration(
  ctx: Context,
  id: string,
  { seen }: ParsedOf<typeof route.body>,
): Promise<{ success: true }> {
  const found = await getRegistration(ctx, id);
  await ctx.db.transaction(async (tx) => {
    const team = await lockOrder(tx, found.orderId);
    const { order } = team;
    const person = await lockPerson(tx, found.id);
    if (!isAsSeen(person, seen, HOLDER_FIELDS)) throw new Refusal('changed_meanwhile');
    if (person.returnedAt) return;
    refuseUnlessStaying(team, person);
    await refuseCheckedIn(tx, ctx, order, person, 'freedAfterCheckIn');
    await freeSeat(tx, ctx, order, person);
    await queueToBuyer(tx, ctx, order, 'team_change', freedKey(found.id));
  });
  return { success: true };
}
