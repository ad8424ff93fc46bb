import { randomUUID } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import { cardFormHeldUntil, HOLD_MINUTES, PAGE_OPEN_MINUTES } from '#domain/holds.ts';
import { CURRENCY, centsFromDollars } from '#domain/money.ts';
import { isLiveAttempt, isPaid } from '#domain/order.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { and, eq, sql } from '../db/drizzle.ts';
import { type AttemptRow, type OrderRow, paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { checkHolds } from '../orders/limit-holds.ts';
import { limitMails } from '../orders/limit-mails.ts';
import { closeOrder, PageOpened } from '../payments/close-order.ts';
import { type Earlier, findEarlier, isPayable } from '../payments/find-earlier.ts';
import {
  gatewayOf,
  type HostedGateway,
  type PaymentGateway,
  ProviderUnavailable,
} from '../payments/gateways/gateway.ts';
import { closeAttempt, lookAtAttempt } from '../payments/look-at-attempt.ts';
import { settle } from '../payments/settle.ts';
import { chargeOf } from './charge-of.ts';
import {
  type CheckoutInput,
  type CheckoutQuote,
  CheckoutTaken,
  hashOfCheckout,
  holdOf,
  placeOrder,
  quoteCheckout,
} from './place-order.ts';
import { beginReplacing } from './replace-order.ts';

const MINUTE = 60_000;

export interface StartedCheckout {
  /** Where the browser goes: the provider's page, or the success page when nothing is to be paid. */
  readonly url: string;
  readonly transactionId: string;
}

/** Requests of one checkout that change it at the same time; each ends the order of the one before. */
const TRIES = 4;

/**
 * Places the order, commits it with its payment attempt, and only then asks the provider for its page.
 * A checkout is one purchase: a repeated request gets the page it had, a changed one ends that page first and takes over
 * what its order held. `remember` hears of the order once it is committed, before anything else can fail.
 */
export async function startCheckout(
  ctx: Context,
  input: CheckoutInput,
  remember: (transactionId: string) => Promise<void> = async () => {},
): Promise<StartedCheckout> {
  const quote = await quoteCheckout(ctx, input);
  const gateway = chooseGateway(ctx, input);
  const quoteHash = hashOfCheckout(input, quote, gateway.provider);
  let cause: unknown;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const earlier = await findEarlier(ctx, input.registrationData.checkoutId);
    if (earlier && isFinished(earlier.order)) return finished(earlier.order);
    if (earlier && canGoOn(ctx, earlier.attempt, quoteHash))
      return openPage(ctx, earlier.order, earlier.attempt);
    try {
      return await place(ctx, { input, quote, gateway, quoteHash, remember }, earlier);
    } catch (error) {
      if (!(error instanceof CheckoutTaken || error instanceof PageOpened)) throw error;
      cause = error;
    }
  }
  throw new Refusal('unavailable', { cause });
}

interface Purchase {
  readonly input: CheckoutInput;
  readonly quote: CheckoutQuote;
  readonly gateway: PaymentGateway;
  readonly quoteHash: string;
  readonly remember: (transactionId: string) => Promise<void>;
}

async function place(
  ctx: Context,
  { input, quote, gateway, quoteHash, remember }: Purchase,
  earlier: Earlier | null,
): Promise<StartedCheckout> {
  let attempt: AttemptRow | null = null;
  if (earlier && quote.total > 0) await checkHolds(ctx.db, ctx, holdOf(input, quote));
  const order = await placeOrder(ctx, input, quote, {
    replaced:
      earlier && (await beginReplacing(ctx, earlier, { eventType: input.eventType, seats: quote.seats })),
    also: async (tx, placed) => {
      if (quote.total === 0) {
        const people = placed.namedAttendees.map(({ email }) => email);
        await limitMails(tx, ctx, [placed.organizerEmail, ...people]);
        await completeOrder(tx, ctx, placed, 'paid');
      } else
        [attempt] = (await tx
          .insert(paymentAttempts)
          .values(attemptValues(ctx, gateway, placed, quoteHash))
          .returning()) as [AttemptRow];
    },
  });
  await remember(order.transactionId);
  return attempt ? openPage(ctx, order, attempt) : finished(order);
}

function chooseGateway(ctx: Context, { provider }: CheckoutInput): PaymentGateway {
  const chosen = provider ?? [...ctx.gateways.keys()][0]!;
  const gateway = ctx.gateways.get(chosen);
  if (!gateway) throw new Refusal('invalid', { fields: { provider: 'This way of paying is not offered' } });
  return gateway;
}

/** Its page may be used once more: nothing else is bought now, and there is time left to pay. */
function canGoOn(ctx: Context, attempt: AttemptRow | undefined, quoteHash: string): attempt is AttemptRow {
  const isSame = attempt && isLiveAttempt(attempt.state) && attempt.quoteHash === quoteHash;
  return Boolean(isSame && isPayable(ctx, attempt));
}

function isFinished({ paymentStatus }: OrderRow): boolean {
  return isPaid(paymentStatus) || paymentStatus === 'review';
}

function finished(order: OrderRow): StartedCheckout {
  return { url: successPath(order), transactionId: order.transactionId };
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
    if (!(await keepPage(ctx, attempt, page))) {
      // Another request has changed the checkout meanwhile, and this page was not there yet to be ended.
      await endPage(ctx, attempt, page);
      throw new Refusal('order_replaced');
    }
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
    success: settings.publicUrl + successPath(order),
    cancel: settings.publicUrl + paths.checkoutCancelled,
  };
}

/** The page with our own card form. Its amount, in cents, is only shown; the order's is charged. */
function cardPagePath(order: OrderRow): string {
  return paths.cardForm({
    orderId: order.transactionId,
    itemId: order.stripeProductId ?? `${order.eventType}-${order.packageSize}`,
    amount: String(centsFromDollars(order.totalAmount)),
    name: packageLabel({ ...order, totalDollars: Number(order.totalAmount) }),
  });
}

/**
 * A webhook may have been faster: the state only moves up, the address is always kept. False when the attempt was given
 * up meanwhile.
 */
async function keepPage(ctx: Context, attempt: AttemptRow, page: OpenedPage): Promise<boolean> {
  const { state } = paymentAttempts;
  const [kept] = await ctx.db
    .update(paymentAttempts)
    .set({
      ref: page.ref,
      url: page.url,
      state: sql`CASE WHEN ${state} IN ('new', 'unknown') THEN 'open' ELSE ${state} END`,
      nextCheckAt: sql`CASE WHEN ${paymentAttempts.nextCheckAt} IS NULL THEN NULL ELSE ${new Date(ctx.protocolNow().getTime() + 2 * MINUTE)}::timestamptz END`,
    })
    .where(eq(paymentAttempts.id, attempt.id))
    .returning({ state });
  return kept?.state !== 'canceled';
}

async function endPage(ctx: Context, attempt: AttemptRow, { ref }: OpenedPage): Promise<void> {
  const final = await closeAttempt(ctx, { ...attempt, ref });
  if (final && final.state !== 'expired') await settle(ctx, final);
}

function attemptValues(
  ctx: Context,
  gateway: PaymentGateway,
  order: OrderRow,
  quoteHash: string,
): typeof paymentAttempts.$inferInsert {
  const real = ctx.protocolNow().getTime();
  const expiresAt = new Date(real + PAGE_OPEN_MINUTES * MINUTE);
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
    holdUntil:
      gateway.flow === 'token'
        ? cardFormHeldUntil(ctx.now, ctx.now)
        : new Date(ctx.now.getTime() + HOLD_MINUTES * MINUTE),
    // Nobody but us knows of a card form that was not sent.
    nextCheckAt: gateway.flow === 'token' ? expiresAt : new Date(real + MINUTE),
    createdAt: ctx.now,
  };
}

function successPath(order: OrderRow): string {
  return paths.checkoutSuccess({ id: order.transactionId });
}
