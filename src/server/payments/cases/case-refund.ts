import type { Cents } from '#domain/money.ts';
import { isPaid } from '#domain/order.ts';
import { chosenSeats, leftToRefund, NO_SEATS, type OrderMoney, type SeatChoice } from '#domain/refund.ts';
import { readOrder } from '../../attendees/lock-order.ts';
import { and, eq, gt, inArray, isNull, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import {
  type CaseRow,
  type OrderRow,
  paymentCases,
  paymentLedger,
  type RefundRow,
  refunds,
  registrationAudit,
  registrations,
} from '../../db/tables.ts';
import type { MoneyByPayment } from '../refunds/money-of.ts';

/**
 * The amount that *Refund* returns in a case, in cents; all that is left of the order's money ends its tickets. 0
 * if staff must choose the seats or the amount in the order. Otherwise an order under review gets everything back; a paid
 * or refunded one only what the case is about, if it is about an amount (R-REFUND-10).
 */
export function caseRefund(
  { kind, details }: Pick<CaseRow, 'kind' | 'details'>,
  { paymentStatus, totalAmount }: Pick<OrderRow, 'paymentStatus' | 'totalAmount'>,
  refundable: Cents,
): Cents {
  if (kind === 'seat_returned') return Math.min(refundable, Number(details.amount));
  // Its money is back already; staff choose the seats.
  if (kind === 'refund_elsewhere') return 0;
  // Only staff know which part of what a dispute brought back is for the canceled seats.
  if (isPaid(paymentStatus) && Number(details.seatsLeft) > 0) return 0;
  const isRefunded = paymentStatus === 'refunded';
  if (!isPaid(paymentStatus) && !isRefunded) return refundable;
  const wanted =
    kind === 'refund_failed' ? details.amount : surplusOf(kind, details, isRefunded ? 0 : totalAmount);
  if (typeof wanted === 'number' && wanted > 0) return Math.min(refundable, wanted);
  return isRefunded ? 0 : refundable;
}

/** Money beyond the order's total, or back from a dispute; null if the case doesn't say. */
function surplusOf(kind: CaseRow['kind'], details: CaseRow['details'], total: Cents): Cents | null {
  if (kind !== 'payment_mismatch') return null;
  const { captured, returned, wonBack } = details;
  if (typeof wonBack === 'number') return wonBack;
  // One payment, as its provider reported it.
  if (typeof captured === 'object' && captured && 'minor' in captured) return Number(captured.minor);
  return typeof captured === 'number' && typeof returned === 'number' ? captured - returned - total : null;
}

/** What *Refund* does in a case: amount in cents, whether it is all that is left, and the seats that end if it isn't. */
export interface CaseRefund {
  readonly amount: Cents;
  readonly isWhole: boolean;
  readonly seats: SeatChoice;
}

export const NO_REFUND: CaseRefund = { amount: 0, isWhole: false, seats: NO_SEATS };

/**
 * No refund if the case's seats have since left the order, because another cancellation returned their money, or if other
 * people have them now. The rest is refunded from the order.
 */
export async function readCaseRefund(
  tx: Transaction,
  found: CaseRow,
  order: OrderRow,
  money: MoneyByPayment,
): Promise<CaseRefund> {
  const seats = await readCaseSeats(tx, found, order);
  if (!seats) return NO_REFUND;
  const refundable = refundableOf(order, money);
  const wanted = caseRefund(await withSeatsLeft(tx, found), order, refundable);
  const amount = Math.min(wanted, leftOfPayment(found, order, money));
  return { amount, isWhole: amount === refundable, seats };
}

/** What can be refunded of an order's money, in cents: nothing while the bank decides a dispute. */
export function refundableOf({ disputedAt }: Pick<OrderRow, 'disputedAt'>, money: OrderMoney): Cents {
  return disputedAt ? 0 : leftToRefund(money);
}

/** A case about money won back, with the seats that the order has by now: a refund may have ended them since. */
async function withSeatsLeft(tx: Transaction, found: CaseRow): Promise<CaseRow> {
  if (found.orderId === null || !found.details.seatsLeft) return found;
  const { staying, freeSeats } = await readOrder(tx, found.orderId);
  return { ...found, details: { ...found.details, seatsLeft: staying.length + freeSeats } };
}

/**
 * What is left of the case's payment, in cents: staff may have refunded it in the provider's dashboard. Infinity if the
 * case names no payment, or the order is under review.
 */
function leftOfPayment(
  { details: { moneyRef } }: CaseRow,
  { paymentStatus }: OrderRow,
  { captures }: MoneyByPayment,
): Cents {
  if (typeof moneyRef !== 'string' || paymentStatus === 'review') return Number.POSITIVE_INFINITY;
  return captures.find((one) => one.moneyRef === moneyRef)?.left ?? 0;
}

/**
 * The returned seat, or those of a refund that failed before it ended them: otherwise they would be kept, and could
 * be refunded again. Null if not all are still in the order and free.
 */
async function readCaseSeats(tx: Transaction, found: CaseRow, order: OrderRow): Promise<SeatChoice | null> {
  if (found.kind === 'seat_returned') {
    const { freeSeats } = await readOrder(tx, order.id);
    return freeSeats > 0 ? { registrationIds: [], freeSeats: 1 } : null;
  }
  if (!isPaid(order.paymentStatus)) return NO_SEATS;
  const failed = await readFailedRefund(tx, found);
  if (!failed || failed.hasEnded) return NO_SEATS;
  if (await hasChangedHands(tx, found.subject, failed.registrationIds)) return null;
  const { staying, freeSeats } = await readOrder(tx, order.id);
  // People who were removed, or returned their ticket, have left their seats open.
  const { id, returnedAt } = registrations;
  const others = await tx.$count(registrations, and(inArray(id, failed.registrationIds), isNull(returnedAt)));
  const seats = {
    registrationIds: failed.registrationIds.filter((one) => staying.some((person) => person.id === one)),
    freeSeats: Math.min(freeSeats, failed.seats - others),
  };
  return chosenSeats(seats) < failed.seats ? null : seats;
}

/** Whether somebody else has got one of the refund's tickets since it was requested. */
async function hasChangedHands(
  tx: Transaction,
  refundId: string,
  registrationIds: readonly number[],
): Promise<boolean> {
  const { id, action, registrationId } = registrationAudit;
  const requested = sql`(SELECT max(id) FROM ${registrationAudit}
    WHERE action = 'refund_requested' AND details ->> 'refundId' = ${refundId})`;
  const transfers = and(
    eq(action, 'ticket_transferred'),
    inArray(registrationId, [...registrationIds]),
    gt(id, requested),
  );
  return (await tx.$count(registrationAudit, transfers)) > 0;
}

type EndedSeats = Pick<RefundRow, 'registrationIds' | 'seats'>;
type FailedRefund = EndedSeats & Pick<RefundRow, 'reason'> & { readonly hasEnded: boolean };

/** The refund that the case is about. One that failed before the provider had paid it has ended nothing. */
export async function readFailedRefund(
  tx: Transaction,
  { kind, subject }: CaseRow,
): Promise<FailedRefund | null> {
  if (kind !== 'refund_failed') return null;
  const { registrationIds, seats, reason } = refunds;
  const [row] = await tx
    .select({ registrationIds, seats, reason, hasEnded: sql<boolean>`${paymentLedger.id} IS NOT NULL` })
    .from(refunds)
    .leftJoin(
      paymentLedger,
      and(eq(paymentLedger.moneyRef, sql`${refunds.id}::text`), eq(paymentLedger.kind, 'refund')),
    )
    .where(eq(sql`${refunds.id}::text`, subject));
  return row ?? null;
}

/** What the case's failed refund has ended, and any that it retried, because their money came back as well. */
export async function readLostSeats(tx: Transaction, found: CaseRow): Promise<EndedSeats> {
  const failed = await readFailedRefund(tx, found);
  if (!failed) return { registrationIds: [], seats: 0 };
  const [retried] = await tx
    .select()
    .from(paymentCases)
    .where(
      and(
        eq(paymentCases.kind, 'refund_failed'),
        sql`${paymentCases.details} ->> 'retry' = ${found.subject}`,
      ),
    );
  const before = retried ? await readLostSeats(tx, retried) : { registrationIds: [], seats: 0 };
  if (!failed.hasEnded) return before;
  return {
    registrationIds: [...before.registrationIds, ...failed.registrationIds],
    seats: before.seats + failed.seats,
  };
}
