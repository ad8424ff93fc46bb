import type { listRegistrations as route } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';
import { PAID_STATUSES } from '#domain/order.ts';
import { type Context, today } from '../context.ts';
import { alphabetical } from '../db/alphabetical.ts';
import { and, asc, desc, eq, exists, inArray, isNull } from '../db/drizzle.ts';
import { checkIns, orders, registrations } from '../db/tables.ts';
import { notesOfPerson, presentNotes } from './door-notes.ts';
import { matchesSearch } from './matches-search.ts';
import { presentRegistration } from './present-order.ts';

const SORTED_BY = {
  createdAt: [desc(registrations.createdAt), desc(registrations.id)],
  name: [alphabetical(registrations.lastName), alphabetical(registrations.firstName), asc(registrations.id)],
};

/** A page of registrations, with the total in `X-Total-Count`. Search finds names, emails and DSS numbers. */
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
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ registration: registrations, order: orders, checkInId: checkIns.id, notes: notesOfPerson })
      .from(registrations)
      .innerJoin(orders, eq(orders.id, registrations.orderId))
      .leftJoin(
        checkIns,
        and(
          eq(checkIns.registrationId, registrations.id),
          eq(checkIns.admittedOn, today(ctx)),
          isNull(checkIns.undoneAt),
        ),
      )
      .where(where)
      .orderBy(...SORTED_BY[query.sort])
      .limit(query.size)
      .offset((query.page - 1) * query.size),
    ctx.db.$count(registrations, where),
  ]);
  headers.set('x-total-count', String(total));
  return rows.map(({ registration, order, checkInId, notes }) => ({
    ...presentRegistration(registration, null),
    eventType: order.eventType,
    checkedInToday: checkInId !== null,
    notes: presentNotes(notes),
  }));
}

function paidOrder(ctx: Context) {
  return ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, registrations.orderId), inArray(orders.paymentStatus, PAID_STATUSES)));
}
