import type { Cents } from '#domain/money.ts';
import { type PaymentProvider, REFUNDS_NOT_FAILED } from '#domain/order.ts';
import type { OrderMoney } from '#domain/refund.ts';
import { and, eq, inArray, sql } from '../../db/drizzle.ts';
import type { Database, Transaction } from '../../db/open-database.ts';
import { disputes, paymentLedger, refunds } from '../../db/tables.ts';

export interface MoneyByPayment extends OrderMoney {
  /** Each payment with its refundable rest. */
  readonly captures: readonly {
    readonly provider: PaymentProvider;
    readonly moneyRef: string;
    readonly left: Cents;
  }[];
}

/** What was captured, what was refunded or is pending, and what disputes took. */
export async function moneyOf(db: Database | Transaction, orderId: number): Promise<MoneyByPayment> {
  const movements = await db.select().from(paymentLedger).where(eq(paymentLedger.orderId, orderId));
  const rows = movements.filter(({ kind }) => kind === 'capture');
  const disputed = movements.filter(({ kind }) => kind === 'dispute' || kind === 'dispute_reversal');
  const returned = await db
    .select({ moneyRef: refunds.moneyRef, amount: sql<number>`sum(${refunds.amount})::int` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.state, REFUNDS_NOT_FAILED)))
    .groupBy(refunds.moneyRef);
  const taken = await db
    .select({ moneyRef: disputes.moneyRef, amount: sql<number>`sum(${disputes.amount})::int` })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), eq(disputes.state, 'lost')))
    .groupBy(disputes.moneyRef);
  const gone = [...returned, ...taken];
  const captures = rows.map(({ provider, moneyRef, amount }) => {
    const ofPayment = gone.filter((one) => one.moneyRef === moneyRef);
    const left = ofPayment.reduce((rest, one) => rest - one.amount, amount);
    return { provider, moneyRef, left: Math.max(0, left) };
  });
  return {
    captures,
    captured: rows.reduce((sum, one) => sum + one.amount, 0),
    refunded: returned.reduce((sum, one) => sum + one.amount, 0),
    lost: disputed.reduce((sum, one) => sum - one.amount, 0),
  };
}

/** The same without pending refunds, which the ledger doesn't have yet. */
export async function bookedMoneyOf(tx: Transaction, orderId: number): Promise<OrderMoney> {
  const [sums] = await tx
    .select({
      captured: sql<number>`coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0)::int`,
      refunded: sql<number>`coalesce(-sum(amount) FILTER (WHERE kind IN ('refund', 'refund_reversal')), 0)::int`,
      lost: sql<number>`coalesce(-sum(amount) FILTER (WHERE kind IN ('dispute', 'dispute_reversal')), 0)::int`,
    })
    .from(paymentLedger)
    .where(eq(paymentLedger.orderId, orderId));
  return sums!;
}
