import type { Context } from '../context.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { builder, placeholders, statement, type Write } from '../db/statement.ts';
import { type AttemptRow, type OrderRow, paymentLedger } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';

/** Whether the ledger has the money of `provider` and `moneyRef` already, as part of a statement. */
export function isRecorded(): SQL {
  return sql`EXISTS (SELECT FROM payment_ledger WHERE provider = ${sql.placeholder('provider')} AND kind = 'capture'
    AND money_ref = ${sql.placeholder('moneyRef')})`;
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
  const row: Capture = {
    orderId: order.id,
    attemptId: attempt.id,
    provider: snapshot.provider,
    kind: 'capture',
    moneyRef: snapshot.moneyRef,
    amount: snapshot.captured.minor,
    currency: snapshot.captured.currency,
    livemode: snapshot.livemode,
    recordedAt: ctx.now,
  };
  return insertCapture(tx, { row });
}

type Capture = typeof paymentLedger.$inferInsert;

const insertCapture = statement<{ row: Capture }>(({ row }) =>
  builder.insert(paymentLedger).values(placeholders('row', row)),
);
