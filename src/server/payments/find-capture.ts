import type { PaymentProvider } from '#domain/order.ts';
import { and, eq } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { paymentLedger } from '../db/tables.ts';

/** The ledger's row of a payment. It outlives its order. */
export async function findCapture(
  db: Database | Transaction,
  provider: PaymentProvider,
  moneyRef: string,
): Promise<typeof paymentLedger.$inferSelect | null> {
  const ofPayment = and(
    eq(paymentLedger.provider, provider),
    eq(paymentLedger.kind, 'capture'),
    eq(paymentLedger.moneyRef, moneyRef),
  );
  const [row] = await db.select().from(paymentLedger).where(ofPayment);
  return row ?? null;
}
