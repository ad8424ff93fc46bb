import { randomUUID } from 'node:crypto';
import type { Cents } from '#domain/money.ts';
import { isWholeRefund, NO_SEATS, type RefundWish, type SeatChoice } from '#domain/refund.ts';
import { readOrder } from '../../attendees/lock-order.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { and, eq, ne, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import {
  type CancellationRow,
  cancellations,
  type OrderRow,
  type RefundRow,
  refunds,
  registrationAudit,
} from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { withdrawSeatless } from '../../team/withdraw-link.ts';
import type { PaymentSnapshot } from '../gateways/gateway.ts';
import type { MoneyByPayment } from './money-of.ts';

/**
 * Stores a refund that the caller has checked under the order's lock. Its seats and people are reserved from then on, and
 * all of the order's if it leaves no money. `pushRefund` asks the provider after the commit. If it spans several
 * payments, the next minute's job sends the rest.
 */
export async function storeRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  money: MoneyByPayment,
  wish: RefundWish & {
    refundId: string;
    reason: RefundRow['reason'];
    note?: string | null;
    /** The payment that a case is about. */
    payment?: unknown;
  },
  requestedBy: string,
): Promise<void> {
  const { refundId, reason, note = null } = wish;
  const ending = await seatsThatEnd(tx, order, money, wish);
  const parts = splitOverPayments(money.captures, wish.amount, wish.payment);
  for (const [index, { provider, moneyRef, amount }] of parts.entries()) {
    const id = index === 0 ? refundId : randomUUID();
    const asked = seatsOfRow(index === 0 ? wish : NO_SEATS);
    const ended = seatsOfRow(index === 0 ? ending : NO_SEATS);
    const paid = { provider, moneyRef, amount, currency: order.currency };
    const row = { id, orderId: order.id, ...paid, ...ended, reason, requestedBy, note };
    await insertRefund(tx, ctx, row, { amount, reason, ...asked });
  }
  await withdrawSeatless(tx, ctx, order.id);
}

/**
 * The chosen seats, or all that no other refund ends if no money is left: they stay reserved, and end, even if an earlier
 * refund fails. An order that waits for a decision has no tickets yet.
 */
async function seatsThatEnd(
  tx: Transaction,
  order: OrderRow,
  money: MoneyByPayment,
  { amount, reason, ...chosen }: RefundWish & Pick<RefundRow, 'reason'>,
): Promise<SeatChoice> {
  const isWhole = isWholeRefund({ ...money, refunded: money.refunded + amount });
  if (!isWhole || order.paidAt === null || reason === 'duplicate') return chosen;
  const { staying, freeSeats } = await readOrder(tx, order.id);
  return { registrationIds: staying.map(({ id }) => id), freeSeats };
}

function seatsOfRow({
  registrationIds,
  freeSeats,
}: SeatChoice): Pick<RefundRow, 'registrationIds' | 'seats'> {
  return { registrationIds: [...registrationIds], seats: registrationIds.length + freeSeats };
}

/** Stores a full refund of the payment, which settlement asks for. `pushRefund` asks the provider after the commit. */
export async function storeFullRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { provider, moneyRef, captured }: PaymentSnapshot,
  reason: 'duplicate' | 'late_payment',
): Promise<string> {
  const id = randomUUID();
  const money = { provider, moneyRef: moneyRef!, amount: captured.minor, currency: captured.currency };
  const row = { id, orderId: order.id, ...money, reason, requestedBy: 'settlement' };
  await insertRefund(tx, ctx, row, { amount: money.amount, reason });
  return id;
}

/** The row's id is the provider's idempotency key. */
async function insertRefund(
  tx: Transaction,
  ctx: Context,
  row: Omit<typeof refunds.$inferInsert, 'state' | 'nextCheckAt' | 'createdAt'> & { id: string },
  details: Record<string, unknown>,
): Promise<void> {
  const waits = { state: 'pending', nextCheckAt: ctx.protocolNow(), createdAt: ctx.now } as const;
  await tx.insert(refunds).values({ ...row, ...waits });
  await recordAudit(tx, ctx, {
    action: 'refund_requested',
    orderId: row.orderId,
    details: { refundId: row.id, ...details },
  });
}

/**
 * Providers refund one payment at a time: one that covers the amount, if possible the `wanted` one, otherwise several, the
 * largest first.
 */
function splitOverPayments(captures: MoneyByPayment['captures'], amount: Cents, wanted: unknown) {
  const enough = captures.filter((one) => one.left >= amount);
  const single = enough.find((one) => one.moneyRef === wanted) ?? enough[0];
  const from = single ? [single] : captures.toSorted((a, b) => b.left - a.left);
  let rest = amount;
  const parts = from.flatMap(({ left, ...payment }) => {
    const part = Math.min(left, rest);
    rest -= part;
    return part > 0 ? [{ ...payment, amount: part }] : [];
  });
  if (rest > 0) throw new Refusal('refund_too_large');
  return parts;
}

/** What an earlier request with the page's id stored: a refund, or a cancellation without one. Null if the id is new. */
export async function findRequest(tx: Transaction, id: string): Promise<RefundRow | CancellationRow | null> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (refund) return refund;
  const [cancellation] = await tx.select().from(cancellations).where(eq(cancellations.id, id));
  return cancellation ?? null;
}

/** The amount of a stored request. A refund that spans several payments has a row for each, with the same time. */
export async function amountOf(tx: Transaction, known: RefundRow | CancellationRow): Promise<Cents> {
  if (!('amount' in known)) return 0;
  const { orderId, createdAt, moneyRef, amount } = known;
  const others = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(
      and(eq(refunds.orderId, orderId), eq(refunds.createdAt, createdAt), ne(refunds.moneyRef, moneyRef)),
    );
  return others.reduce((sum, one) => sum + one.amount, amount);
}

type AskedSeats = Pick<RefundRow, 'registrationIds' | 'seats'>;

/** The seats that a stored request asked for. Once a refund is paid, its row has those that it ended instead. */
export async function seatsAskedFor(
  tx: Transaction,
  known: RefundRow | CancellationRow,
): Promise<AskedSeats> {
  if (!('amount' in known)) return known;
  const { orderId, action, details } = registrationAudit;
  const [entry] = await tx
    .select({ asked: sql<Partial<AskedSeats>>`${details}` })
    .from(registrationAudit)
    .where(
      and(
        eq(orderId, known.orderId),
        eq(action, 'refund_requested'),
        sql`${details} ->> 'refundId' = ${known.id}`,
      ),
    );
  // Older entries don't have the number of seats.
  return { ...known, ...entry?.asked };
}
