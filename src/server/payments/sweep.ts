import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { paymentLedger } from '../db/tables.ts';
import { type PaymentGateway, type PaymentSnapshot, ProviderUnavailable } from './gateway.ts';
import { openCase } from './open-case.ts';
import { settle } from './settle.ts';

const LOOK_BACK = 72 * 3_600_000;

/**
 * Every night: each payment of the last three days that bears our mark is held against the ledger, so that no money
 * rests unknown at a provider, whatever messages were lost (R-ORDER-7).
 */
export async function sweepPayments(ctx: Context): Promise<{ seen: number }> {
  let seen = 0;
  for (const gateway of ctx.gateways.values()) {
    try {
      seen += await sweepOne(ctx, gateway);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      ctx.log.warn({ err: error, provider: gateway.provider }, 'the nightly look found the provider silent');
    }
  }
  return { seen };
}

async function sweepOne(ctx: Context, gateway: PaymentGateway): Promise<number> {
  let seen = 0;
  for await (const snapshot of gateway.listSince(new Date(ctx.protocolNow().getTime() - LOOK_BACK))) {
    if (snapshot.state !== 'paid' || !snapshot.moneyRef) continue;
    seen += 1;
    const recorded = await recordedAmount(ctx, snapshot);
    if (recorded === null) await bringIn(ctx, snapshot);
    else if (recorded !== snapshot.captured.minor) await noteDifference(ctx, snapshot, recorded);
  }
  return seen;
}

async function recordedAmount(ctx: Context, { provider, moneyRef }: PaymentSnapshot): Promise<number | null> {
  const [row] = await ctx.db
    .select({ amount: paymentLedger.amount })
    .from(paymentLedger)
    .where(
      and(
        eq(paymentLedger.provider, provider),
        eq(paymentLedger.kind, 'capture'),
        eq(paymentLedger.moneyRef, moneyRef!),
      ),
    );
  return row?.amount ?? null;
}

async function bringIn(ctx: Context, snapshot: PaymentSnapshot): Promise<void> {
  if ((await settle(ctx, snapshot)) !== 'unknown_payment') return;
  await openCase(ctx.db, ctx, {
    kind: 'payment_without_order',
    subject: snapshot.ref,
    details: { provider: snapshot.provider, orderId: snapshot.orderId, captured: snapshot.captured.minor },
  });
}

async function noteDifference(ctx: Context, snapshot: PaymentSnapshot, recorded: number): Promise<void> {
  await openCase(ctx.db, ctx, {
    kind: 'payment_mismatch',
    subject: snapshot.ref,
    orderId: snapshot.orderId,
    details: { provider: snapshot.provider, captured: snapshot.captured.minor, recorded },
  });
}
