import { createHash } from 'node:crypto';
import type { ParsedOf } from '#contract/route.ts';
import type { BillingForm, processSquarePayment as route } from '#contract/square.ts';
import { BILLING_REFUSED } from '#contract/words/declines.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { SUCCESS_WORDS } from '#contract/words/successes.ts';
import { isTransactionId } from '#domain/codes.ts';
import { MINUTE } from '#domain/durations.ts';
import { cardFormHeldUntil } from '#domain/holds.ts';
import { closedReason } from '#domain/offer.ts';
import { isPaid, LIVE_ATTEMPTS } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { findBought } from '../orders/find-bought.ts';
import { isReplaced } from '../payments/find-earlier.ts';
import {
  type BillingAddress,
  BillingRefused,
  gatewayOf,
  type PaymentSnapshot,
  ProviderUnavailable,
} from '../payments/gateways/gateway.ts';
import { closeAttempt } from '../payments/look-up-attempt.ts';
import { lookUpInTurn } from '../payments/look-up-in-turn.ts';
import { abandonAttempt } from '../payments/renew-attempt.ts';
import { settle } from '../payments/settle.ts';
import { chargeOf } from './open-payment-page.ts';

type Input = ParsedOf<typeof route.body>;
type Charged = ParsedOf<typeof route.response>;

/** Seats stay held longer than a charge can take, so that its response still finds them. */
const RESPONSE_WITHIN = 3 * MINUTE;

/**
 * Charges the card of our own form. Before the provider is called, the attempt is committed as `unknown`; its id is the
 * idempotency key. So retries, double clicks and broken connections make at most one charge (R-ORDER-6). A declined
 * card leaves the order open for another.
 */
export async function chargeCard(ctx: Context, input: Input): Promise<Charged> {
  const begun = await begin(ctx, input);
  if (begun.state === 'paid') return success(begun.order);
  if (begun.state === 'submitted') return lookAgain(ctx, begun.attempt);
  const { order, attempt } = begun;
  const gateway = gatewayOf(ctx, attempt.provider);
  if (gateway.flow !== 'token') throw new Error(`attempt ${attempt.id} does not take a card`);
  const { billingData } = input;
  // The receipt goes to the cardholder's address.
  const charge = { ...chargeOf(ctx, order, attempt), buyerEmail: billingData.email };
  const card = { token: input.sourceId, billing: billingOf(billingData) };
  let response: PaymentSnapshot;
  try {
    response = await gateway.charge(charge, card);
  } catch (error) {
    return withoutResponse(ctx, attempt, error);
  }
  return conclude(ctx, order.id, response);
}

type Begun =
  | { readonly state: 'paid'; readonly order: OrderRow }
  | { readonly state: 'submitted'; readonly attempt: AttemptRow }
  | { readonly state: 'begun'; readonly order: OrderRow; readonly attempt: AttemptRow };

function begin(ctx: Context, input: Input): Promise<Begun> {
  const key = input.orderId.toUpperCase();
  return ctx.db.transaction(async (tx) => {
    const [order] = isTransactionId(key)
      ? await tx.select().from(orders).where(eq(orders.transactionId, key)).for('update')
      : [];
    if (!order) throw new Refusal('order_not_found');
    if (isPaid(order.paymentStatus)) return { state: 'paid', order };
    // Paid, and under review by staff.
    if (order.paymentStatus === 'review') throw new Refusal('payment_under_way');
    if (order.paymentStatus !== 'pending') throw await whyNotOpen(tx, ctx, order);
    // Late money has completed an earlier order of this checkout, so this one's would only be refunded.
    const bought = await findBought(tx, order);
    if (bought && !isPaid(bought.paymentStatus)) throw new Refusal('payment_under_way');
    // Whoever was only sent the link to this form must not get the other order's.
    if (bought && !ctx.actor.orders.includes(key)) throw new Refusal('payment_not_open');
    if (bought) return { state: 'paid', order: bought };
    if (input.amount !== order.totalAmount) throw new Refusal('price_changed');
    const attempt = await liveAttempt(tx, order);
    if (attempt.state !== 'new') return { state: 'submitted', attempt };
    if (attempt.holdUntil <= ctx.now || attempt.expiresAt <= ctx.protocolNow()) {
      throw await whyNotOpen(tx, ctx, order);
    }
    return { state: 'begun', order, attempt: await markSubmitted(tx, ctx, order, attempt, input.sourceId) };
  });
}

/** Why an order that is over takes no card: another replaced it, sales have ended, or the buyer may start over. */
async function whyNotOpen(tx: Transaction, ctx: Context, order: OrderRow): Promise<Refusal> {
  if (await isReplaced(tx, order)) return new Refusal('order_replaced');
  if (order.paymentStatus === 'failed') return new Refusal('declined_too_often');
  return new Refusal(closedReason(ctx.content.event, ctx.now, ctx.closedByBuild) ?? 'payment_not_open');
}

async function liveAttempt(tx: Transaction, order: OrderRow): Promise<AttemptRow> {
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, order.id),
        eq(paymentAttempts.provider, 'square'),
        inArray(paymentAttempts.state, LIVE_ATTEMPTS),
      ),
    );
  if (!attempt) throw new Refusal('payment_not_open');
  return attempt;
}

/** A token pays once; one that this order has used is refused without calling the provider. */
async function markSubmitted(
  tx: Transaction,
  ctx: Context,
  { createdAt: openedAt }: OrderRow,
  attempt: AttemptRow,
  token: string,
): Promise<AttemptRow> {
  const tokenPrint = createHash('sha256').update(token).digest('hex');
  const uses = await tx.$count(
    paymentAttempts,
    and(eq(paymentAttempts.orderId, attempt.orderId), eq(paymentAttempts.tokenPrint, tokenPrint)),
  );
  if (uses > 0) throw new Refusal('card_token_used');
  const real = ctx.protocolNow().getTime();
  const [submitted] = await tx
    .update(paymentAttempts)
    .set({
      state: 'unknown',
      tokenPrint,
      checks: 0,
      nextCheckAt: new Date(real + MINUTE),
      expiresAt: new Date(Math.max(attempt.expiresAt.getTime(), real + RESPONSE_WITHIN)),
      holdUntil: new Date(
        Math.max(
          attempt.holdUntil.getTime(),
          ctx.now.getTime() + RESPONSE_WITHIN,
          cardFormHeldUntil(openedAt, ctx.now).getTime(),
        ),
      ),
    })
    .where(eq(paymentAttempts.id, attempt.id))
    .returning();
  return submitted!;
}

async function conclude(ctx: Context, orderId: number, snapshot: PaymentSnapshot): Promise<Charged> {
  await settle(ctx, snapshot);
  if (snapshot.state === 'processing' || snapshot.state === 'open') throw new Refusal('payment_under_way');
  if (snapshot.state === 'canceled') throw new Refusal('payment_provider_unavailable');
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId));
  if (snapshot.state === 'paid') return concludePaid(order);
  // The provider's webhook may have closed it first.
  if (order?.paymentStatus === 'failed') throw new Refusal('declined_too_often');
  const isUsed = snapshot.failure?.code === 'CARD_TOKEN_USED';
  throw new Refusal(isUsed ? 'card_token_used' : 'payment_declined', {
    ...(snapshot.failure && !isUsed && { message: snapshot.failure.message }),
  });
}

/** The money has arrived; the order may have ended in the meantime. */
function concludePaid(order: OrderRow | undefined): Charged {
  if (order && isPaid(order.paymentStatus)) return success(order);
  if (order?.paymentStatus === 'review') throw new Refusal('payment_under_way');
  throw new Refusal('payment_not_open', { message: REFUSAL_WORDS.paidTooLate });
}

/** For a second click, another tab or a lost response: the outcome of the first charge. */
async function lookAgain(ctx: Context, attempt: AttemptRow): Promise<Charged> {
  try {
    const charged = await lookUpInTurn(ctx, attempt, (present) => conclude(ctx, attempt.orderId, present));
    if (charged) return charged;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
  }
  throw new Refusal('payment_under_way');
}

/** Tells the buyer only what the provider has confirmed. */
async function withoutResponse(ctx: Context, attempt: AttemptRow, error: unknown): Promise<Charged> {
  if (error instanceof BillingRefused) {
    await abandonAttempt(ctx, attempt.id);
    const fields = { [`billingData.${error.field}`]: BILLING_REFUSED[error.field] };
    throw new Refusal('invalid', { fields });
  }
  if (!(error instanceof ProviderUnavailable)) {
    ctx.log.error({ err: error, attemptId: attempt.id }, 'a charge was refused because of our own error');
    await abandonAttempt(ctx, attempt.id);
    throw new Refusal('payment_provider_unavailable', { cause: error });
  }
  ctx.log.warn({ err: error, attemptId: attempt.id }, 'a charge got no response');
  // A request still in flight could otherwise arrive after the void.
  if (error.mayStillRun) throw new Refusal('payment_under_way', { cause: error });
  return giveUp(ctx, attempt);
}

/** The outcome is unknown: voids the key, so that the buyer may try again, or promises nothing. */
async function giveUp(ctx: Context, attempt: AttemptRow): Promise<Charged> {
  try {
    const final = await closeAttempt(ctx, attempt);
    if (final) return await conclude(ctx, attempt.orderId, final);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new Refusal('payment_under_way', { cause: error });
  }
  await abandonAttempt(ctx, attempt.id);
  throw new Refusal('payment_provider_unavailable');
}

function success({ transactionId }: OrderRow): Charged {
  return { success: true, message: SUCCESS_WORDS.registrationCompleted, transactionId };
}

function billingOf(form: BillingForm): BillingAddress {
  return {
    line1: form.addressLine1,
    line2: form.addressLine2 ?? null,
    city: form.locality,
    state: form.administrativeDistrictLevel1,
    postalCode: form.postalCode,
    country: form.country,
  };
}
