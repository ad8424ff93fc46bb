import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, paymentLedger } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';

/** Whether the ledger has this payment's money already. */
export async function isRecorded(tx: Transaction, snapshot: PaymentSnapshot): Promise<boolean> {
  if (!snapshot.moneyRef) return false;
  const found = await tx.$count(
    paymentLedger,
    and(
      eq(paymentLedger.provider, snapshot.provider),
      eq(paymentLedger.kind, 'capture'),
      eq(paymentLedger.moneyRef, snapshot.moneyRef),
    ),
  );
  return found > 0;
}

/** Money that came in; the ledger's unique key keeps it from being written twice. */
export async function recordCapture(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  snapshot: PaymentSnapshot,
): Promise<void> {
  if (!snapshot.moneyRef) throw new Error(`the paid payment ${snapshot.ref} has no money reference`);
  await tx.insert(paymentLedger).values({
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
