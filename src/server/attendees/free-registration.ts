import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { isNumber } from '../orders/find-order.ts';
import { addressKey } from '../orders/mails/mail-keys.ts';
import { queueReplacedMail, queueTeamChangeMail } from '../orders/mails/queue-ticket-mails.ts';
import { freeSeat } from './free-seat.ts';
import { lockOrder } from './name-seat.ts';
import { refuseCheckedIn } from './people-inside.ts';

/**
 * For somebody who told staff that they can't come: ends the ticket, frees the seat, and notifies that person and the
 * buyer. Any refund is up to staff. Idempotent.
 */
export async function freeRegistration(ctx: Context, id: string): Promise<{ success: true }> {
  const found = isNumber(id) ? await read(ctx.db, Number(id)) : null;
  if (!found) throw new Refusal('registration_not_found');
  await ctx.db.transaction(async (tx) => {
    const { order, staying } = await lockOrder(tx, found.orderId);
    const [person] = await tx
      .select()
      .from(registrations)
      .where(eq(registrations.id, found.id))
      .for('update');
    if (person?.returnedAt) return;
    if (!staying.some((one) => one.id === found.id)) throw new Refusal('registration_not_found');
    await refuseCheckedIn(tx, ctx, order, person!, 'freedAfterCheckIn');
    const { endedCode } = await freeSeat(tx, ctx, order, person!);
    await queueTeamChangeMail(tx, ctx, order, found.id);
    if (endedCode && addressKey(person!.email) !== addressKey(order.organizerEmail)) {
      await queueReplacedMail(tx, ctx, order, { codeId: endedCode.id, recipient: person!.email });
    }
  });
  return { success: true };
}

async function read(db: Context['db'] | Transaction, id: number): Promise<RegistrationRow | null> {
  const [row] = await db.select().from(registrations).where(eq(registrations.id, id));
  return row ?? null;
}
