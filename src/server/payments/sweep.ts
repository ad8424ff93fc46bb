import { HOUR } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { applyDispute } from './cases/apply-dispute.ts';
import { notePaymentWithoutOrder } from './cases/note-payment-without-order.ts';
import { openCaseOnce } from './cases/open-case.ts';
import { findCapture } from './find-capture.ts';
import { type PaymentGateway, type PaymentSnapshot, ProviderUnavailable } from './gateways/gateway.ts';
import { actOnHint } from './receive-webhook.ts';
import { receiveRefund } from './refunds/receive-refund.ts';
import { settle } from './settle.ts';

const LOOK_BACK = 72 * HOUR;

/**
 * Runs every night: compares each payment of the last three days that has our mark with the ledger, and each refund and
 * dispute with ours, and processes undelivered webhooks, so that no money stays unnoticed at a provider (R-ORDER-7).
 * Neither a payment that can't be settled nor a list that can't be read stops the others; the latter rejects in the end,
 * so that the job is tried again.
 */
export async function sweepPayments(ctx: Context): Promise<void> {
  const since = new Date(ctx.protocolNow().getTime() - LOOK_BACK);
  const faults: unknown[] = [];
  for (const gateway of ctx.gateways.values()) {
    for (const sweep of [sweepCaptures, sweepRefunds, sweepDisputes, sweepMissedEvents]) {
      try {
        await sweep(ctx, gateway, since);
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) faults.push(error);
        else ctx.log.warn({ err: error }, 'the provider did not respond to the nightly sweep');
      }
    }
  }
  if (faults.length > 0) throw faults[0];
}

async function sweepCaptures(ctx: Context, gateway: PaymentGateway, since: Date): Promise<void> {
  for await (const snapshot of gateway.listSince(since)) {
    if (snapshot.state !== 'paid' || !snapshot.moneyRef) continue;
    const { orderId, attemptId } = snapshot;
    await withoutStoppingOthers(ctx, { orderId, attemptId }, () => compareWithLedger(ctx, snapshot));
  }
}

async function sweepRefunds(ctx: Context, gateway: PaymentGateway, since: Date): Promise<void> {
  for await (const snapshot of gateway.listRefunds(since)) {
    // Square's reference begins with the payment's, which opens the order.
    const { refundId } = snapshot;
    await withoutStoppingOthers(ctx, { refundId }, () => receiveRefund(ctx, gateway.provider, snapshot));
  }
}

async function sweepDisputes(ctx: Context, gateway: PaymentGateway, since: Date): Promise<void> {
  for await (const dispute of gateway.listDisputes(since))
    await withoutStoppingOthers(ctx, { dispute: dispute.ref }, () => applyDispute(ctx, gateway, dispute));
}

async function sweepMissedEvents(ctx: Context, gateway: PaymentGateway, since: Date): Promise<void> {
  for await (const hint of gateway.missedEvents?.(since) ?? []) {
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
  const { provider, ref, orderId, captured, moneyRef } = snapshot;
  const recorded = await findCapture(ctx.db, provider, moneyRef!);
  if (!recorded) {
    if ((await settle(ctx, snapshot)) === 'unknown_payment') await notePaymentWithoutOrder(ctx, snapshot);
  } else if (recorded.amount !== captured.minor) {
    const details = { provider, captured: captured.minor, recorded: recorded.amount };
    await openCaseOnce(ctx.db, ctx, { kind: 'payment_mismatch', subject: ref, orderId, details });
  }
}
