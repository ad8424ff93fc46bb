import { nothingBackWords } from '#contract/words/cancel.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, isNotNull, isNull } from '../db/drizzle.ts';
import {
  cancellations,
  type MailRow,
  mails,
  type OrderRow,
  type RefundRow,
  type RegistrationRow,
  registrations,
} from '../db/tables.ts';
import type { MailVariables } from '../mail/mail-variables.ts';

/** The people whose tickets are no longer valid: those selected or, after a full refund, everyone in the order. */
export async function readEndedBy(
  ctx: Context,
  order: OrderRow,
  refund: RefundRow,
): Promise<RegistrationRow[]> {
  if (refund.reason === 'duplicate') return [];
  const isWhole = order.paymentStatus === 'refunded';
  return ctx.db
    .select()
    .from(registrations)
    .where(
      isWhole
        ? and(
            eq(registrations.orderId, order.id),
            isNotNull(registrations.voidedAt),
            isNull(registrations.returnedAt),
          )
        : inArray(registrations.id, refund.registrationIds),
    )
    .orderBy(registrations.id);
}

/** What a cancellation without a refund ended, for its mail. Null if its row is gone. */
export async function readCanceled(
  ctx: Context,
  id: string,
): Promise<MailVariables['seats_canceled']['canceled'] | null> {
  const [row] = await ctx.db.select().from(cancellations).where(eq(cancellations.id, id));
  if (!row) return null;
  const ended = await ctx.db
    .select()
    .from(registrations)
    .where(inArray(registrations.id, row.registrationIds))
    .orderBy(registrations.id);
  return {
    seats: row.seats,
    endedTickets: ended.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    reason: row.because ? nothingBackWords(row.because, ctx.content.refunds) : '',
  };
}

/** Whether the same refund's notice was sent. Throws while that is undecided, so that the correction waits. */
export async function isAnnounced(ctx: Context, { orderId, subjectKey }: MailRow): Promise<boolean> {
  const [notice] = await ctx.db
    .select()
    .from(mails)
    .where(
      and(eq(mails.orderId, orderId), eq(mails.kind, 'refund_notice'), eq(mails.subjectKey, subjectKey)),
    );
  if (notice && !notice.sentAt && !notice.failedAt)
    throw new Error('The notice of this refund is still under way.');
  return Boolean(notice?.sentAt);
}
