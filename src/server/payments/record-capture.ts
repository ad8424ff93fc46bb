import type { Context } from '../context.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, paymentLedger } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';

/** A condition: the ledger already has this money. */
export function isRecorded({ provider, moneyRef }: PaymentSnapshot): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM payment_ledger WHERE provider = ${provider} AND kind = 'capture'
    AND money_ref = ${moneyRef})`;
}

/** Records received money. The ledger's unique key prevents duplicates. */
export function recordCapture(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  snapshot: PaymentSnapshot,
) {
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

/** What the order keeps of its payment. */
export function paymentColumns(snapshot: PaymentSnapshot): Partial<OrderRow> {
  const { billing, customerRef, moneyRef } = snapshot;
  return {
    ...(snapshot.provider === 'stripe' && { stripeCustomerId: customerRef }),
    // The specification's column for the provider's payment, whichever provider it is.
    squarePaymentId: moneyRef,
    ...(billing && {
      billingAddressLine1: billing.line1,
      billingAddressLine2: billing.line2,
      billingCity: billing.city,
      billingState: billing.state,
      billingPostalCode: billing.postalCode,
      billingCountry: billing.country,
    }),
  };
}
