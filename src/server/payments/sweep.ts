import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import { paymentCases, paymentLedger } from '../db/tables.ts';
import { openCase } from './cases/open-case.ts';
import { type PaymentGateway, type PaymentSnapshot, ProviderUnavailable } from './gateways/gateway.ts';
import { actOnHint } from './receive-webhook.ts';
import { settle } from './settle.ts';

const LOOK_BACK = 72 * 3_600_000;

/**
 * Runs every night: compares each payment of the last three days that has our mark with the ledger, and processes
 * undelivered webhooks, so that no money stays unnoticed at a provider (R-ORDER-7). A payment that can't be settled
 * doesn't stop the others. `seen` counts paid payments.
 */
export async function sweepPayments(ctx: Context): Promise<{ seen: number }> {
  const since = new Date(ctx.protocolNow().getTime() - LOOK_BACK);
  let seen = 0;
  for (const gateway of ctx.gateways.values()) {
    try {
      for await (const snapshot of gateway.listSince(since)) {
        if (snapshot.state !== 'paid' || !snapshot.moneyRef) continue;
        seen += 1;
        const { orderId, attemptId } = snapshot;
        await withoutStoppingOthers(ctx, { orderId, attemptId }, () => compareWithLedger(ctx, snapshot));
      }
      await processMissedEvents(ctx, gateway, since);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      ctx.log.warn(
        { err: error, provider: gateway.provider },
        'the provider did not respond to the nightly sweep',
      );
    }
  }
  return { seen };
}

async function processMissedEvents(ctx: Context, gateway: PaymentGateway, since: Date): Promise<void> {
  if (!gateway.missedEvents) return;
  for await (const hint of gateway.missedEvents(since)) {
    if (hint.kind === 'ignored' || hint.livemode !== gateway.livemode) continue;
    await withoutStoppingOthers(ctx, { eventId: hint.eventId }, () => actOnHint(ctx, gateway, hint));
  }
}

async function withoutStoppingOthers(
  ctx: Context,
  about: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error';
    ctx.log[level]({ ...about, err: error }, 'the nightly sweep could not settle a payment');
  }
}

async function compareWithLedger(ctx: Context, snapshot: PaymentSnapshot): Promise<void> {
  const recorded = await recordedAmount(ctx, snapshot);
  if (recorded === null) await settleUnrecorded(ctx, snapshot);
  else if (recorded !== snapshot.captured.minor) await noteDifference(ctx, snapshot, recorded);
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

async function settleUnrecorded(ctx: Context, snapshot: PaymentSnapshot): Promise<void> {
  if ((await settle(ctx, snapshot)) !== 'unknown_payment') return;
  const { provider, orderId, captured } = snapshot;
  await openOnce(ctx, 'payment_without_order', snapshot, { provider, orderId, captured: captured.minor });
}

async function noteDifference(ctx: Context, snapshot: PaymentSnapshot, recorded: number): Promise<void> {
  const { provider, captured } = snapshot;
  await openOnce(ctx, 'payment_mismatch', snapshot, { provider, captured: captured.minor, recorded });
}

/** Leaves out what staff have already decided. */
async function openOnce(
  ctx: Context,
  kind: 'payment_without_order' | 'payment_mismatch',
  { ref, orderId }: PaymentSnapshot,
  details: Record<string, unknown>,
): Promise<void> {
  const isKnown = await ctx.db.$count(
    paymentCases,
    and(eq(paymentCases.kind, kind), eq(paymentCases.subject, ref)),
  );
  if (isKnown > 0) return;
  // The case of a deleted order's payment has no order.
  const named = kind === 'payment_without_order' ? null : orderId;
  await openCase(ctx.db, ctx, { kind, subject: ref, orderId: named, details });
}
