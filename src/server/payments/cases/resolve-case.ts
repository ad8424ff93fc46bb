import { randomUUID } from 'node:crypto';
import type { PaymentCase, resolvePaymentCase as route } from '#contract/refunds.ts';
import type { ParsedOf } from '#contract/route.ts';
import { BEING_REFUNDED, SEATS_RELEASED } from '#contract/words/cases.ts';
import { countSeats, organizerName } from '#domain/attendee.ts';
import { type CaseKind, caseDecisions, closesByItself, isPaid, nextStatus } from '#domain/order.ts';
import { chosenSeats, isWholeRefund, type OrderMoney } from '#domain/refund.ts';
import { storeCompleteness } from '../../attendees/lock-order.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { giveSeatsBack } from '../../capacity/give-seats-back.ts';
import { takeSeats } from '../../capacity/take-seats.ts';
import type { Context } from '../../context.ts';
import { countCoupon, freeHeldCoupon } from '../../coupons/hold-coupon.ts';
import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from '../../db/drizzle.ts';
import { idFrom } from '../../db/id-from.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../db/open-database.ts';
import { type CaseRow, type OrderRow, orders, paymentCases, registrations } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { completeOrder } from '../../orders/complete-order.ts';
import { queueTickets, queueWaitingTickets } from '../../orders/mails/queue-ticket-mails.ts';
import { bookedMoneyOf, moneyOf } from '../refunds/money-of.ts';
import { isRefundedInPart, pushRefund } from '../refunds/refund.ts';
import { requestByStaff } from '../refunds/refund-order.ts';
import {
  type CaseRefund,
  NO_REFUND,
  readCaseRefund,
  readFailedRefund,
  readLostSeats,
  refundableOf,
} from './case-refund.ts';

type Decision = ParsedOf<typeof route.body>;

const SHOWN = 200;

export async function listCases(ctx: Context): Promise<PaymentCase[]> {
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select({ found: paymentCases, order: orders })
      .from(paymentCases)
      .leftJoin(orders, eq(orders.id, paymentCases.orderId))
      .orderBy(sql`${paymentCases.resolvedAt} IS NOT NULL`, desc(paymentCases.id))
      .limit(SHOWN);
    const shown: PaymentCase[] = [];
    for (const { found, order } of rows) {
      shown.push(
        presentCase(found, order, found.resolvedAt ? NOTHING_OPEN : await readOpen(tx, found, order)),
      );
    }
    return shown;
  }, SNAPSHOT);
}

/**
 * Records what staff decide about a case, with their name. An order in review gets its tickets or its money back. A
 * refund is stored in the same transaction, so that a case is refunded once; the provider is called after the commit.
 */
export async function resolveCase(ctx: Context, id: string, decision: Decision): Promise<PaymentCase> {
  const { orderId } = await getOpenCase(ctx.db, id);
  const refundId = randomUUID();
  const shown = await ctx.db.transaction(async (tx) => {
    const [order = null] =
      orderId === null ? [] : await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    // Somebody else may have decided it while this waited for the order.
    const found = await getOpenCase(tx, id);
    if (closesByItself(found.kind)) throw new Refusal('case_closes_itself');
    if (decision.decision === 'refund') await requestRefund(tx, ctx, order, found, decision, refundId);
    if (decision.decision === 'accept') await accept(tx, ctx, order, found);
    if (decision.decision === 'dismiss') await dismiss(tx, ctx, order, found);
    if (order) await queueWaitingTickets(tx, ctx, order);
    const [resolved] = await tx
      .update(paymentCases)
      .set({
        resolvedAt: ctx.now,
        resolvedBy: ctx.actor.email ?? 'site',
        decision: decision.decision,
        resolution: decision.note ?? null,
        ...(decision.decision === 'refund' && { details: { ...found.details, retry: refundId } }),
      })
      .where(and(eq(paymentCases.id, found.id), isNull(paymentCases.resolvedAt)))
      .returning();
    if (!resolved) throw new Refusal('changed_meanwhile');
    await recordAudit(tx, ctx, {
      action: 'case_resolved',
      orderId,
      details: { caseId: found.id, kind: found.kind, decision: decision.decision },
    });
    return presentCase(resolved, order, NOTHING_OPEN);
  });
  if (decision.decision === 'refund') await pushRefund(ctx, refundId);
  return shown;
}

async function getOpenCase(db: Database | Transaction, id: string): Promise<CaseRow> {
  const [row] = await db
    .select()
    .from(paymentCases)
    .where(eq(paymentCases.id, idFrom(id)));
  if (!row) throw new Refusal('case_not_found');
  if (row.resolvedAt) throw new Refusal('changed_meanwhile');
  return row;
}

/**
 * Issues the tickets, or makes those valid again that the case's failed refund had ended, if there are seats for them
 * (R-REFUND-9). While another case needs a decision, an order with tickets stays in review.
 */
async function accept(tx: Transaction, ctx: Context, order: OrderRow | null, found: CaseRow): Promise<void> {
  if (order?.paymentStatus !== 'review' || found.kind === 'refund_elsewhere')
    throw new Refusal('case_needs_review');
  if (isBeingRefunded(await moneyOf(tx, order.id), await bookedMoneyOf(tx, order.id)))
    throw new Refusal('changed_meanwhile', { message: BEING_REFUNDED });
  // Even if staff have removed all its people since: their seats can be named again (R-ORDER-5).
  const isCompleted = order.paidAt !== null;
  const back = await readLostSeats(tx, found);
  const after = { ...order, seatsReturned: order.seatsReturned - back.seats };
  if (!isCompleted && countSeats(after) < order.namedAttendees.length)
    throw new Refusal('changed_meanwhile', { message: SEATS_RELEASED });
  const event = (await isRefundedInPart(tx, order.id)) ? 'accepted_in_part' : 'accepted';
  if (isCompleted) {
    await restore(tx, ctx, order, back.registrationIds, `case-${found.id}`);
    const isLast = !(await hasOtherCase(tx, found, order.id));
    await tx
      .update(orders)
      .set({
        ...(isLast && { paymentStatus: nextStatus(order.paymentStatus, event)! }),
        seatsHeld: true,
        seatsReturned: after.seatsReturned,
      })
      .where(eq(orders.id, order.id));
    if (countSeats(after) > 0) await countCoupon(tx, order);
    await storeCompleteness(tx, order.id);
  } else await completeOrder(tx, ctx, after, event, { seatsReturned: after.seatsReturned });
  const seats = countSeats(after) - (order.seatsHeld ? countSeats(order) : 0);
  if (seats > 0 && !(await takeSeats(tx, ctx, order.eventType, seats))) throw new Refusal('sold_out');
}

const REVIEWED: readonly CaseKind[] = ['refund_failed', 'payment_mismatch'];

/** Whether another case of the order keeps it in review. */
async function hasOtherCase(
  tx: Transaction,
  { id }: CaseRow,
  orderId: number,
  kinds = REVIEWED,
): Promise<boolean> {
  const others = await tx.$count(
    paymentCases,
    and(
      eq(paymentCases.orderId, orderId),
      ne(paymentCases.id, id),
      inArray(paymentCases.kind, [...kinds]),
      isNull(paymentCases.resolvedAt),
    ),
  );
  return others > 0;
}

/** Makes these tickets valid again, and mails them again. */
async function restore(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  registrationIds: readonly number[],
  key: string,
): Promise<void> {
  const people = await tx
    .update(registrations)
    .set({ voidedAt: null })
    .where(
      and(
        eq(registrations.orderId, order.id),
        inArray(registrations.id, [...registrationIds]),
        isNotNull(registrations.voidedAt),
        // People who returned their ticket earlier didn't lose it through the refund.
        isNull(registrations.returnedAt),
      ),
    )
    .returning();
  await queueTickets(tx, ctx, order, people, key);
}

/**
 * Staff settled it elsewhere, so a refund that failed counts as paid: what it ended stays ended, and the rest of the order
 * is valid (R-REFUND-9). So does an order without tickets whose money the bank took back. While another case needs a
 * decision, the order stays in review.
 */
async function dismiss(tx: Transaction, ctx: Context, order: OrderRow | null, found: CaseRow): Promise<void> {
  if (order?.paymentStatus !== 'review' || found.kind === 'refund_elsewhere') return;
  if (found.kind !== 'refund_failed' && !isLostUnissued(order, await bookedMoneyOf(tx, order.id)))
    throw new Refusal('case_needs_decision');
  // Without seats there is nothing to accept, unless another refund that failed had ended some.
  const kinds: typeof REVIEWED = countSeats(order) > 0 ? REVIEWED : ['refund_failed'];
  if (await hasOtherCase(tx, found, order.id, kinds)) return;
  const seats = order.seatsHeld ? countSeats(order) : 0;
  const isInPart = order.paidAt !== null && seats > 0;
  const event = isInPart ? 'accepted_in_part' : 'refunded_in_full';
  await tx
    .update(orders)
    .set({ paymentStatus: nextStatus(order.paymentStatus, event)!, ...(!isInPart && { seatsHeld: false }) })
    .where(eq(orders.id, order.id));
  if (!isInPart) await freeHeldCoupon(tx, order);
  await storeCompleteness(tx, order.id);
  if (!isInPart) await giveSeatsBack(tx, ctx, order, seats);
}

async function requestRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow | null,
  found: CaseRow,
  shown: Decision,
  refundId: string,
): Promise<void> {
  if (found.orderId === null) throw new Refusal('case_needs_review');
  if (!order) throw new Refusal('order_not_found');
  const money = await moneyOf(tx, order.id);
  const { amount, isWhole, seats } = await readCaseRefund(tx, found, order, money);
  const failed = await readFailedRefund(tx, found);
  if (amount === 0) throw new Refusal('refund_too_large');
  // Another refund, or the order's review, changes what this one would return, and which tickets end.
  if (amount !== shown.amount || isWhole !== shown.isWhole || chosenSeats(seats) !== shown.seats)
    throw new Refusal('changed_meanwhile');
  // What exceeds the order's total is not a refund of the order, unless seats end with it.
  const payment = found.details.moneyRef;
  const isSurplus =
    refundableOf(order, money) - amount >= order.totalAmount ||
    failed?.reason === 'duplicate' ||
    isAboutSecondPayment(found, order);
  const reason = isSurplus && chosenSeats(seats) === 0 ? 'duplicate' : 'buyer';
  const chosen = { ...seats, registrationIds: [...seats.registrationIds] };
  await requestByStaff(tx, ctx, order, { refundId, amount, ...chosen, reason, payment });
}

function isAboutSecondPayment({ kind, details }: CaseRow, order: OrderRow): boolean {
  const isOfPayment = kind === 'payment_mismatch' && typeof details.moneyRef === 'string';
  return isOfPayment && isPaid(order.paymentStatus) && details.moneyRef !== order.squarePaymentId;
}

/** Whether refunds under way leave nothing of the order's money: they end its tickets once they are paid (R-REFUND-2). */
function isBeingRefunded(money: OrderMoney, booked: OrderMoney): boolean {
  return isWholeRefund(money) && !isWholeRefund(booked);
}

/** Whether an order that never got its tickets has no money left: the bank has taken it back. */
function isLostUnissued({ paidAt }: OrderRow, booked: OrderMoney): boolean {
  return paidAt === null && isWholeRefund(booked);
}

/** What an open case depends on. */
interface OpenCase extends CaseRefund {
  readonly isBeingRefunded: boolean;
  readonly isLost: boolean;
}

const NOTHING_OPEN: OpenCase = { ...NO_REFUND, isBeingRefunded: false, isLost: false };

async function readOpen(tx: Transaction, found: CaseRow, order: OrderRow | null): Promise<OpenCase> {
  if (!order || closesByItself(found.kind)) return NOTHING_OPEN;
  const money = await moneyOf(tx, order.id);
  const booked = await bookedMoneyOf(tx, order.id);
  return {
    ...(await readCaseRefund(tx, found, order, money)),
    isBeingRefunded: isBeingRefunded(money, booked),
    isLost: isLostUnissued(order, booked),
  };
}

function presentCase(
  row: CaseRow,
  order: OrderRow | null,
  { amount, isWhole, seats, isBeingRefunded, isLost }: OpenCase,
): PaymentCase {
  return {
    ...row,
    order: order && {
      buyer: organizerName(order),
      email: order.organizerEmail,
      total: order.totalAmount,
    },
    decisions: row.resolvedAt
      ? []
      : caseDecisions(
          row.kind,
          order && { status: order.paymentStatus, refundable: amount, isBeingRefunded, isLost },
        ),
    refund: amount ? { amount, isWhole, seats: chosenSeats(seats) } : null,
    isBeingRefunded,
    isLost,
    openedAt: row.openedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    note: row.resolution,
  };
}
