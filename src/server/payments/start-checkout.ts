import { randomUUID } from 'node:crypto';
import { CURRENCY, centsFromDollars } from '#domain/money.ts';
import { isLiveAttempt, isPaid } from '#domain/order.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, inArray, sql } from '../db/drizzle.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { limitMails } from '../orders/limit-mails.ts';
import {
  type CheckoutInput,
  CheckoutTaken,
  hashOfCheckout,
  placeOrder,
  quoteCheckout,
} from '../orders/place-order.ts';
import { chargeOf } from './charge-of.ts';
import { closeOrder } from './close-order.ts';
import { gatewayOf, type HostedGateway, type PaymentGateway, ProviderUnavailable } from './gateway.ts';
import { lookAtAttempt } from './look-at-attempt.ts';

const MINUTE = 60_000;
/** Stripe takes no less than 30 minutes; the rest is room for clock skew and a repeated request. */
const PAGE_OPEN_FOR = 35 * MINUTE;
/** Seats outlive the page, so that a payment in its last second finds them. */
const HOLD_FOR = PAGE_OPEN_FOR + 10 * MINUTE;

export interface StartedCheckout {
  /** Where the browser goes: the provider's page, or the success page when nothing is to be paid. */
  readonly url: string;
  readonly transactionId: string;
}

/**
 * Places the order, commits it with its payment attempt, and only then asks the provider for its page.
 * A repeated request of the same checkout gets the page it had; a changed one closes that first.
 */
export async function startCheckout(ctx: Context, input: CheckoutInput): Promise<StartedCheckout> {
  const quote = await quoteCheckout(ctx, input);
  const gateway = chooseGateway(ctx, input);
  const quoteHash = hashOfCheckout(input, quote, gateway.provider);
  const earlier = await findEarlier(ctx, input, quoteHash);
  if (earlier) return earlier;

  let attempt: AttemptRow | null = null;
  try {
    const order = await placeOrder(ctx, input, quote, async (tx, placed) => {
      if (quote.total === 0) {
        const people = placed.namedAttendees.map(({ email }) => email);
        await limitMails(tx, ctx, [placed.organizerEmail, ...people]);
        await completeOrder(tx, ctx, placed, 'paid');
      } else
        [attempt] = (await tx
          .insert(paymentAttempts)
          .values(attemptValues(ctx, gateway, placed, quoteHash))
          .returning()) as [AttemptRow];
    });
    return attempt
      ? await openPage(ctx, order, attempt)
      : { url: successPath(order), transactionId: order.transactionId };
  } catch (error) {
    if (!(error instanceof CheckoutTaken)) throw error;
    const taken = await findEarlier(ctx, input, quoteHash);
    if (taken) return taken;
    throw new Refusal('unavailable', { cause: error });
  }
}

function chooseGateway(ctx: Context, { provider }: CheckoutInput): PaymentGateway {
  const chosen = provider ?? [...ctx.gateways.keys()][0]!;
  const gateway = ctx.gateways.get(chosen);
  if (!gateway) throw new Refusal('invalid', { fields: { provider: 'This way of paying is not offered' } });
  return gateway;
}

/** The answer for a checkout that was started before: its page, its success, or null to start anew. */
async function findEarlier(
  ctx: Context,
  input: CheckoutInput,
  quoteHash: string,
): Promise<StartedCheckout | null> {
  const { checkoutId } = input.registrationData;
  if (!checkoutId) return null;
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.checkoutId, checkoutId),
        inArray(orders.paymentStatus, ['pending', 'completed', 'partially_refunded', 'review']),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  if (!order) return null;
  const done = { url: successPath(order), transactionId: order.transactionId };
  if (isPaid(order.paymentStatus) || order.paymentStatus === 'review') return done;

  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id))
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(1);
  const isSame = attempt && isLiveAttempt(attempt.state) && attempt.quoteHash === quoteHash;
  const isOpen = attempt && ctx.protocolNow() < attempt.expiresAt && ctx.now < attempt.holdUntil;
  if (isSame && isOpen) return openPage(ctx, order, attempt);
  // Something else is bought now: the old page must not stay payable beside the new one.
  return (await closeEarlier(ctx, order, attempt)) === 'paid' ? done : null;
}

async function closeEarlier(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow | undefined,
): Promise<'closed' | 'paid'> {
  try {
    return await closeOrder(ctx, order.id, 'cancelled');
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const isAsked = attempt?.state === 'unknown' && attempt.tokenPrint !== null;
    const isUnderWay = isAsked || attempt?.state === 'processing';
    throw new Refusal(isUnderWay ? 'payment_under_way' : 'payment_provider_unavailable', { cause: error });
  }
}

async function openPage(ctx: Context, order: OrderRow, attempt: AttemptRow): Promise<StartedCheckout> {
  if (attempt.url) return { url: attempt.url, transactionId: order.transactionId };
  const gateway = gatewayOf(ctx, attempt.provider);
  if (gateway.flow === 'token') throw new Error(`the attempt ${attempt.id} has no card page`);
  try {
    const page =
      (await findOpenedPage(ctx, attempt)) ??
      (await gateway.start(chargeOf(ctx, order, attempt), returnAddresses(ctx, order)));
    if (page.amount.minor !== attempt.amount || page.amount.currency !== attempt.currency) {
      await closeOrder(ctx, order.id, 'cancelled');
      throw new Refusal('price_changed');
    }
    await keepPage(ctx, attempt, page);
    return { url: page.url, transactionId: order.transactionId };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    await ctx.db
      .update(paymentAttempts)
      .set({ state: 'unknown', nextCheckAt: ctx.protocolNow() })
      .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, 'new')));
    throw new Refusal('payment_provider_unavailable', { cause: error });
  }
}

/** The page of a try whose answer was lost. Asking to open it again might repeat the error that is kept under its key. */
async function findOpenedPage(ctx: Context, attempt: AttemptRow): Promise<OpenedPage | null> {
  if (attempt.state === 'new') return null;
  const present = await lookAtAttempt(ctx, attempt);
  return present?.state === 'open' && present.page ? { ref: present.ref, ...present.page } : null;
}

type OpenedPage = Awaited<ReturnType<HostedGateway['start']>>;

function returnAddresses({ settings }: Context, order: OrderRow): { success: string; cancel: string } {
  return {
    success: `${settings.publicUrl}${successPath(order)}`,
    cancel: `${settings.publicUrl}/checkout?cancelled=1`,
  };
}

/** The page with our own card form. Its amount, in cents, is only shown; the order's is charged. */
function cardPagePath(order: OrderRow): string {
  const query = new URLSearchParams({
    orderId: order.transactionId,
    itemId: order.stripeProductId ?? `${order.eventType}-${order.packageSize}`,
    amount: String(centsFromDollars(order.totalAmount)),
    name: packageLabel({ ...order, totalDollars: Number(order.totalAmount) }),
  });
  return `/checkout/square-payment?${query}`;
}

/** A webhook may have been faster: the state only moves up, the address is always kept. */
async function keepPage(ctx: Context, attempt: AttemptRow, page: OpenedPage): Promise<void> {
  const { state } = paymentAttempts;
  await ctx.db
    .update(paymentAttempts)
    .set({
      ref: page.ref,
      url: page.url,
      state: sql`CASE WHEN ${state} IN ('new', 'unknown') THEN 'open' ELSE ${state} END`,
      nextCheckAt: sql`CASE WHEN ${paymentAttempts.nextCheckAt} IS NULL THEN NULL ELSE ${new Date(ctx.protocolNow().getTime() + 2 * MINUTE)}::timestamptz END`,
    })
    .where(eq(paymentAttempts.id, attempt.id));
}

function attemptValues(
  ctx: Context,
  gateway: PaymentGateway,
  order: OrderRow,
  quoteHash: string,
): typeof paymentAttempts.$inferInsert {
  const real = ctx.protocolNow().getTime();
  const expiresAt = new Date(real + PAGE_OPEN_FOR);
  return {
    id: randomUUID(),
    orderId: order.id,
    provider: gateway.provider,
    url: gateway.flow === 'token' ? cardPagePath(order) : null,
    state: 'new',
    amount: centsFromDollars(order.totalAmount),
    currency: CURRENCY,
    livemode: gateway.livemode,
    quoteHash,
    expiresAt,
    holdUntil: new Date(ctx.now.getTime() + HOLD_FOR),
    // Nobody but us knows of a card form that was not sent.
    nextCheckAt: gateway.flow === 'token' ? expiresAt : new Date(real + MINUTE),
    createdAt: ctx.now,
  };
}

function successPath(order: OrderRow): string {
  return `/checkout-success?id=${order.transactionId}`;
}
