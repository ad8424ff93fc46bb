import type { Context } from '../context.ts';
import { and, eq, exists, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, paymentLedger } from '../db/tables.ts';
import type { Write } from '../db/write-together.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';

/** Whether the ledger has this payment's money already. */
export function isRecorded(tx: Transaction, { provider, moneyRef }: PaymentSnapshot): SQL<boolean> {
  if (!moneyRef) return sql<boolean>`false`;
  const capture = tx
    .select({ id: paymentLedger.id })
    .from(paymentLedger)
    .where(
      and(
        eq(paymentLedger.provider, provider),
        eq(paymentLedger.kind, 'capture'),
        eq(paymentLedger.moneyRef, moneyRef),
      ),
    );
  return exists(capture) as SQL<boolean>;
}

/** Money that came in; the ledger's unique key keeps it from being written twice. */
export function recordCapture(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  snapshot: PaymentSnapshot,
): Write {
  if (!snapshot.moneyRef) throw new Error(`the paid payment ${snapshot.ref} has no money reference`);
  return tx.insert(paymentLedger).values({
    orderId: order.id,
    attemptId: attempt.id,
    provider: snapshot.provider,
    kind: 'capture',
    moneyRef: snapshot.moneyRef,
    amount: snapshot.captured.minor,
    currency: snapshot.captured.currency,
    livemode: snapshot.livemode,
    recordedAt: ctx.now,
  });
}
