import type { resendTicket as route } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { HOUR } from '#domain/durations.ts';
import { ERASED } from '#domain/erased.ts';
import { isPaid } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { idFrom } from '../db/id-from.ts';
import { orders, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitTries } from '../http/limits.ts';
import { queueTicketAgain } from './mails/queue-ticket-mails.ts';

const TIMES_AN_HOUR = 3;

/** Sends one person their ticket again, at most a few times an hour. */
export async function resendTicket(ctx: Context, id: string): Promise<ParsedOf<typeof route.response>> {
  const [found] = await ctx.db
    .select({ person: registrations, paymentStatus: orders.paymentStatus })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .where(and(eq(registrations.id, idFrom(id)), isNull(registrations.voidedAt)));
  if (!found) throw new Refusal('registration_not_found');
  const { person, paymentStatus } = found;
  if (!isPaid(paymentStatus)) throw new Refusal('ticket_not_paid');
  const limit = { key: `resend-ticket:${person.id}`, max: TIMES_AN_HOUR, window: HOUR };
  await limitTries(ctx.db, ctx.protocolNow(), limit, REFUSAL_WORDS.ticketResentTooOften(limit.max));
  const sentTo = await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      action: 'ticket_resent',
      orderId: person.orderId,
      registrationId: person.id,
    });
    // Under the order's lock, because they may be erased meanwhile.
    await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, person.orderId)).for('update');
    const [holder] = await tx.select().from(registrations).where(eq(registrations.id, person.id));
    if (!holder) throw new Refusal('registration_not_found');
    if (holder.email === ERASED.email) throw new Refusal('person_erased');
    await queueTicketAgain(tx, ctx, { id: person.orderId }, holder);
    return holder.email;
  });
  return { success: true, sentTo };
}
