import { and, eq, isNull } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { paymentCases } from '../db/tables.ts';

/** Whether staff have yet to decide which seats to cancel for a refund that this site didn't make. */
export async function isRefundedElsewhere(db: Database | Transaction, id: number): Promise<boolean> {
  const { orderId, kind, resolvedAt } = paymentCases;
  const isOpen = and(eq(orderId, id), eq(kind, 'refund_elsewhere'), isNull(resolvedAt));
  return (await db.$count(paymentCases, isOpen)) > 0;
}
