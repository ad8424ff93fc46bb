import { PAGE_SIZE, type listRegistrations as route } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';
import { dayIn } from '#domain/calendar.ts';
import { isPaid, PAYMENT_STATUSES } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, exists, inArray, isNull } from '../db/drizzle.ts';
import { checkIns, orders, registrations } from '../db/tables.ts';
import { matchesSearch } from './matches-search.ts';
import { presentRegistration } from './present-order.ts';

const PAID = PAYMENT_STATUSES.filter(isPaid);

/** A page of people, newest first; tells the total in `X-Total-Count`. Search is a substring of full name or e-mail. */
export async function listRegistrations(
  ctx: Context,
  query: ParsedOf<typeof route.query>,
  headers: Headers,
): Promise<ParsedOf<typeof route.response>> {
  const where = and(
    isNull(registrations.voidedAt),
    query.paid ? exists(paidOrder(ctx)) : undefined,
    query.search ? matchesSearch(ctx, registrations, query.search) : undefined,
  );
  const today = dayIn(ctx.content.event.zone, ctx.now);
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ registration: registrations, order: orders, checkInId: checkIns.id })
      .from(registrations)
      .innerJoin(orders, eq(orders.id, registrations.orderId))
      .leftJoin(
        checkIns,
        and(
          eq(checkIns.registrationId, registrations.id),
          eq(checkIns.admittedOn, today),
          isNull(checkIns.undoneAt),
        ),
      )
      .where(where)
      .orderBy(desc(registrations.createdAt), desc(registrations.id))
      .limit(PAGE_SIZE)
      .offset((query.page - 1) * PAGE_SIZE),
    ctx.db.$count(registrations, where),
  ]);
  headers.set('x-total-count', String(total));
  return rows.map(({ registration, order, checkInId }) => {
    const { qrCodeData: _data, qrCodeImage: _image, ...shown } = presentRegistration(registration, null);
    return {
      ...shown,
      transactionId: order.transactionId,
      organizerName: `${order.organizerFirstName} ${order.organizerLastName}`,
      eventType: order.eventType,
      checkedInToday: checkInId !== null,
    };
  });
}

function paidOrder(ctx: Context) {
  return ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, registrations.orderId), inArray(orders.paymentStatus, PAID)));
}
