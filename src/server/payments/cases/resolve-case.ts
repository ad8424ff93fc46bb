import { randomUUID } from 'node:crypto';
import type { PaymentCase, resolvePaymentCase as route } from '#contract/refunds.ts';
import type { ParsedOf } from '#contract/route.ts';
import { countSeats } from '#domain/attendee.ts';
import { caseDecisions, nextStatus } from '#domain/order.ts';
import { leftToRefund } from '#domain/refund.ts';
import { storeCompleteness } from '../../attendees/lock-order.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { takeSeats } from '../../capacity/take-seats.ts';
import type { Context } from '../../context.ts';
import { countCoupon, freeHeldCoupon } from '../../coupons/hold-coupon.ts';
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from '../../db/drizzle.ts';
import { isNumber } from '../../db/is-number.ts';
import type { Transaction } from '../../db/open-database.ts';
import {
  type CaseRow,
  cancellations,
  type OrderRow,
  orders,
  paymentCases,
  refunds,
  registrations,
} from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { completeOrder } from '../../orders/complete-order.ts';
import { queueTickets } from '../../orders/mails/queue-ticket-mails.ts';
import { returnSeats } from '../refunds/end-seats.ts';
import { moneyOf } from '../refunds/money-of.ts';
import { pushRefund } from '../refunds/refund.ts';
import { refundableOf, requestByStaff } from '../refunds/refund-order.ts';

type Decision = ParsedOf<typeof route.body>;

const SHOWN = 200;

export async function listCases(ctx: Context): Promise<PaymentCase[]> {
  const rows = await ctx.db
    .select({ found: paymentCases, order: orders })
    .from(paymentCases)
    .leftJoin(orders, eq(orders.id, paymentCases.orderId))
    .orderBy(sql`${paymentCases.resolvedAt} IS NOT NULL`, desc(paymentCases.id))
    .limit(SHOWN);
  const left = await refundableOf(
    ctx,
    rows.flatMap(({ found, order }) => (order && !found.resolvedAt ? [order] : [])),
  );
  return rows.map(({ found, order }) => presentCase(found, order, left.get(order?.id ?? 0) ?? 0));
}

/**
 * Records what staff decide about a case, with their name. An order in review gets its tickets or its money back. A
 * refund is stored in the same transaction, so that a case is refunded once; the provider is called after the commit.
 */
export async function resolveCase(ctx: Context, id: string, decision: Decision): Promise<PaymentCase> {
  const found = await findOpenCase(ctx, id);
  const refundId = randomUUID();
  const shown = await ctx.db.transaction(async (tx) => {
    const order = await lockOrderOf(tx, found);
    if (decision.decision === 'refund') await requestRefund(tx, ctx, order, found, refundId);
    if (decision.decision === 'accept') await accept(tx, ctx, order, found);
    if (decision.decision === 'dismiss') await dismiss(tx, ctx, order, found);
    const resolution = [decision.decision, decision.note].filter(Boolean).join(': ');
    const [resolved] = await tx
      .update(paymentCases)
      .set({ resolvedAt: ctx.now, resolvedBy: ctx.actor.email ?? 'site', resolution })
      .where(and(eq(paymentCases.id, found.id), isNull(paymentCases.resolvedAt)))
      .returning();
    if (!resolved) throw new Refusal('changed_meanwhile');
    await recordAudit(tx, ctx, {
      action: 'case_resolved',
      orderId: found.orderId,
      details: { caseId: found.id, kind: found.kind, decision: decision.decision },
    });
    return presentCase(resolved, order, 0);
  });
  if (decision.decision === 'refund') await pushRefund(ctx, refundId);
  return shown;
}

async function findOpenCase(ctx: Context, id: string): Promise<CaseRow> {
  const [row] = isNumber(id)
    ? await ctx.db
        .select()
        .from(paymentCases)
        .where(eq(paymentCases.id, Number(id)))
    : [];
  if (!row) throw new Refusal('case_not_found');
  if (row.resolvedAt) throw new Refusal('changed_meanwhile');
  return row;
}

async function lockOrderOf(tx: Transaction, { orderId }: CaseRow): Promise<OrderRow | null> {
  if (orderId === null) return null;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  return order ?? null;
}

/** Issues the tickets, or makes them valid again, if there are seats for them. */
async function accept(tx: Transaction, ctx: Context, order: OrderRow | null, { id }: CaseRow): Promise<void> {
  if (order?.paymentStatus !== 'review') throw new Refusal('case_needs_review');
  const stands = await readStandingRefunds(tx, order.id);
  const people = await tx.$count(registrations, eq(registrations.orderId, order.id));
  if (people === 0) await completeOrder(tx, ctx, order, 'accepted');
  else await restore(tx, ctx, order, stands, id);
  await tx.update(orders).set({ seatsReturned: stands.seats }).where(eq(orders.id, order.id));
  const seats =
    countSeats({ ...order, seatsReturned: stands.seats }) - (order.seatsHeld ? countSeats(order) : 0);
  if (seats > 0 && !(await takeSeats(tx, ctx, order.eventType, seats))) throw new Refusal('sold_out');
}

interface StandingRefunds {
  readonly isAny: boolean;
  readonly registrationIds: readonly number[];
  readonly seats: number;
}

/** Tickets and seats ended by successful refunds, or by cancellations without one; they stay ended. */
async function readStandingRefunds(tx: Transaction, orderId: number): Promise<StandingRefunds> {
  const rows = await tx
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.orderId, orderId), eq(refunds.state, 'succeeded'), ne(refunds.reason, 'duplicate')),
    );
  const unpaid = await tx.select().from(cancellations).where(eq(cancellations.orderId, orderId));
  const ended = [...rows, ...unpaid];
  return {
    isAny: rows.length > 0,
    registrationIds: ended.flatMap((one) => one.registrationIds),
    seats: ended.reduce((sum, one) => sum + one.seats, 0),
  };
}

/** Restores the tickets that a failed refund had ended, and mails them again. */
async function restore(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  stands: StandingRefunds,
  caseId: number,
): Promise<void> {
  const people = await tx
    .update(registrations)
    .set({ voidedAt: null })
    .where(
      and(
        eq(registrations.orderId, order.id),
        isNotNull(registrations.voidedAt),
        // People who returned their ticket earlier didn't lose it through the refund.
        isNull(registrations.returnedAt),
        notInArray(registrations.id, [...stands.registrationIds]),
      ),
    )
    .returning();
  await queueTickets(tx, ctx, order, people, `case-${caseId}`);
  if (stands.seats < order.teamMemberCount) await countCoupon(tx, order);
  await tx
    .update(orders)
    .set({
      paymentStatus: nextStatus(order.paymentStatus, stands.isAny ? 'accepted_in_part' : 'accepted')!,
      seatsHeld: true,
      seatsReturned: stands.seats,
    })
    .where(eq(orders.id, order.id));
  await storeCompleteness(tx, order.id);
}

/**
 * Staff settled it elsewhere, so a refund that failed counts as paid: what it ended stays ended, and the rest of the order
 * is valid. While another case needs a decision, the order stays in review.
 */
async function dismiss(
  tx: Transaction,
  ctx: Context,
  order: OrderRow | null,
  { id, kind }: CaseRow,
): Promise<void> {
  if (order?.paymentStatus !== 'review') return;
  if (kind !== 'refund_failed') throw new Refusal('case_needs_decision');
  const others = await tx.$count(
    paymentCases,
    and(
      eq(paymentCases.orderId, order.id),
      ne(paymentCases.id, id),
      inArray(paymentCases.kind, ['refund_failed', 'payment_mismatch']),
      isNull(paymentCases.resolvedAt),
    ),
  );
  if (others > 0) return;
  const hadTickets = (await tx.$count(registrations, eq(registrations.orderId, order.id))) > 0;
  const seats = order.seatsHeld ? countSeats(order) : 0;
  const isInPart = hadTickets && seats > 0;
  const event = isInPart ? 'accepted_in_part' : 'refunded_in_full';
  await tx
    .update(orders)
    .set({
      paymentStatus: nextStatus(order.paymentStatus, event)!,
      ...(!isInPart && { seatsHeld: false }),
    })
    .where(eq(orders.id, order.id));
  if (!isInPart) await freeHeldCoupon(tx, order);
  await storeCompleteness(tx, order.id);
  if (!isInPart) await returnSeats(tx, ctx, order, seats);
}

/**
 * The amount of the case's refund, in cents: for a returned seat the rule's amount at that time, otherwise everything.
 */
function refundOf({ kind, details }: CaseRow, refundable: number): number {
  return kind === 'seat_returned' ? Math.min(refundable, Number(details.amount)) : refundable;
}

async function requestRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow | null,
  found: CaseRow,
  refundId: string,
): Promise<void> {
  if (found.orderId === null) throw new Refusal('case_needs_review');
  if (!order) throw new Refusal('order_not_found');
  const amount = refundOf(found, order.disputedAt ? 0 : leftToRefund(await moneyOf(tx, order.id)));
  if (amount === 0) throw new Refusal('refund_too_large');
  const openSeats = found.kind === 'seat_returned' ? 1 : 0;
  await requestByStaff(tx, ctx, order, { refundId, amount, registrationIds: [], openSeats, reason: 'buyer' });
}

function presentCase(row: CaseRow, order: OrderRow | null, refundable: number): PaymentCase {
  const [, decision = null, note = null] = /^(accept|refund|dismiss)(?:: (.*))?$/s.exec(
    row.resolution ?? '',
  ) ?? [null, null, row.resolution];
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    orderId: row.orderId,
    order: order && {
      buyer: `${order.organizerFirstName} ${order.organizerLastName}`,
      email: order.organizerEmail,
      total: order.totalAmount,
    },
    details: row.details,
    decisions: row.resolvedAt
      ? []
      : caseDecisions(
          row.kind,
          order && { status: order.paymentStatus, refundable: refundOf(row, refundable) },
        ),
    openedAt: row.openedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolvedBy,
    decision: decision as PaymentCase['decision'],
    note,
  };
}
