import type { Context } from '../context.ts';
import { sql } from '../db/drizzle.ts';
import { providerEvents } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { isStorable } from '../http/read-json.ts';
import { applyDispute } from './cases/apply-dispute.ts';
import { notePaymentWithoutOrder } from './cases/note-payment-without-order.ts';
import { BadSignature, type PaymentGateway, type WebhookHint } from './gateways/gateway.ts';
import { duringTurn, takeTurnUnlessRunning, waitForLookup } from './look-up-in-turn.ts';
import { receiveRefund } from './refunds/receive-refund.ts';
import { settle } from './settle.ts';

/**
 * Verifies a webhook and acts on the payment's *current* state at the provider. An event counts as applied only together
 * with its effect, so a failed one is processed again when resent. Throws if the provider must resend it.
 */
export async function receiveWebhook(
  ctx: Context,
  gateway: PaymentGateway,
  raw: Uint8Array,
  headers: Headers,
): Promise<void> {
  await actOnHint({ ...ctx, cause: 'webhook' }, gateway, await verify(gateway, raw, headers));
}

/** The same for an undelivered event that the provider lists. */
export async function actOnHint(ctx: Context, gateway: PaymentGateway, hint: WebhookHint): Promise<void> {
  // Most events don't concern this site, and ignoring one needs no record.
  if (hint.kind === 'ignored') return;
  const begun = await begin(ctx, gateway, hint);
  if (begun.isApplied) return;
  // Sent only when it is awaited, or together with the event's effect.
  const markApplied = mark(ctx, gateway, hint);

  if (hint.kind === 'payment' && (await actOnPayment(ctx, gateway, hint, begun, markApplied))) return;
  if (hint.kind === 'catalog') await ctx.queue.enqueue(ctx.db, 'refresh-catalog', {});
  if (hint.kind === 'dispute') {
    const snapshot = await gateway.fetchDispute(hint.ref);
    if (snapshot) return applyDispute(ctx, gateway, snapshot, markApplied);
  }
  if (hint.kind === 'refund') {
    const snapshot = await gateway.fetchRefund(hint.ref);
    if (snapshot) await receiveRefund(ctx, gateway.provider, snapshot);
  }
  await markApplied;
}

async function verify(gateway: PaymentGateway, raw: Uint8Array, headers: Headers): Promise<WebhookHint> {
  try {
    const hint = await gateway.verifyWebhook(raw, headers);
    if (hint.kind !== 'ignored' && hint.livemode !== gateway.livemode)
      throw new BadSignature('the event is from the wrong mode (live or test)');
    if (!Object.values(hint).every((one) => typeof one !== 'string' || isStorable(one)))
      throw new BadSignature('the message contains characters that cannot be stored');
    return hint;
  } catch (error) {
    if (error instanceof BadSignature) throw new Refusal('bad_signature', { cause: error });
    throw error;
  }
}

interface Begun {
  readonly isApplied: boolean;
  /** The attempt of the event's payment. */
  readonly attemptId: string | null;
  /** Whether the caller may look up the attempt now. */
  readonly hasTurn: boolean;
}

/** A turn needn't survive a database crash, so its commit doesn't wait for the disk. */
async function begin(ctx: Context, { provider }: PaymentGateway, hint: WebhookHint): Promise<Begun> {
  const isApplied = sql`EXISTS (SELECT FROM provider_events
    WHERE provider = ${provider} AND event_id = ${hint.eventId} AND applied_at IS NOT NULL)`;
  const ref = hint.kind === 'payment' ? hint.ref : null;
  const isNamed = sql`provider = ${provider} AND ref = ${ref}`;
  const { rows } = await ctx.db.execute<Begun & Record<string, unknown>>(sql`WITH turn AS (
      ${takeTurnUnlessRunning(ctx, sql`${isNamed} AND NOT ${isApplied}`)}
      RETURNING set_config('synchronous_commit', 'off', true))
    SELECT ${isApplied} AS "isApplied", (SELECT id FROM payment_attempts WHERE ${isNamed}) AS "attemptId",
      EXISTS (SELECT FROM turn) AS "hasTurn"`);
  return rows[0]!;
}

/** Means applied, not just received: written together with the event's effect. */
function mark(ctx: Context, { provider }: PaymentGateway, { eventId, type }: WebhookHint) {
  const now = ctx.protocolNow();
  return ctx.db
    .insert(providerEvents)
    .values({ provider, eventId, type, receivedAt: now, appliedAt: now })
    .onConflictDoUpdate({
      target: [providerEvents.provider, providerEvents.eventId],
      set: { appliedAt: now },
    });
}

/** Whether it marked the event as applied, together with what the payment did. */
async function actOnPayment(
  ctx: Context,
  gateway: PaymentGateway,
  { eventId, ref }: Extract<WebhookHint, { ref: string }>,
  { attemptId, hasTurn }: Begun,
  markApplied: ReturnType<typeof mark>,
): Promise<boolean> {
  // Another request is looking it up, or just has. Paid stays paid; any other state may be older than this event.
  if (attemptId && !hasTurn && (await waitForLookup(ctx, attemptId)) === 'paid') return false;
  const look = async () => {
    const snapshot = await gateway.fetch(ref);
    if (!snapshot) return null;
    const outcome = await settle(ctx, snapshot, { applied: markApplied });
    if (outcome === 'unknown_payment') await notePaymentWithoutOrder(ctx, snapshot);
    return outcome;
  };
  const outcome = attemptId && hasTurn ? await duringTurn(ctx, attemptId, look) : await look();
  if (outcome && outcome !== 'unknown_payment') return true;
  // Its order was deleted or lost, or it is another shop's payment.
  ctx.log.warn({ eventId, ref }, 'a payment refers to none of our orders');
  return false;
}
