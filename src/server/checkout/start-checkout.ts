import type { createCheckoutSession as route } from '#contract/checkout.ts';
import { paths } from '#contract/paths.ts';
import type { ParsedOf } from '#contract/route.ts';
import { MINUTE } from '#domain/durations.ts';
import { LEAST_PAGE_MINUTES } from '#domain/holds.ts';
import { hasMoney, isLiveAttempt } from '#domain/order.ts';
import type { Context } from '../context.ts';
import type { AttemptRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { rememberOrder, type Session } from '../http/sessions.ts';
import { PageOpened } from '../payments/close-order.ts';
import { type Earlier, findEarlier, isPayable } from '../payments/find-earlier.ts';
import { gatewayOf } from '../payments/gateways/gateway.ts';
import { openPaymentPage } from './open-payment-page.ts';
import { type PlacedOrder, placeOrder } from './place-order.ts';
import { type CheckoutInput, type Purchase, quotePurchase } from './quote-purchase.ts';
import { beginReplacing, CheckoutTaken } from './replace-order.ts';

/** How often to retry when concurrent requests change one checkout; each ends the previous one's order. */
const TRIES = 8;

/**
 * Places the order, commits it with its payment attempt, and only then opens the provider's page. A checkout is one
 * purchase: a repeated request gets the same page; a changed one first ends that page, then takes over the order's
 * seats. Once the order is committed the session remembers it, whatever fails later.
 */
export async function startCheckout(
  ctx: Context,
  input: CheckoutInput,
  session: Session,
): Promise<ParsedOf<typeof route.response>> {
  const placing = quotePurchase(ctx, input).then((purchase) => findOrPlace(ctx, purchase));
  const { order, attempt } = await placing.catch((error: unknown) => findPaid(ctx, input, error));
  const { transactionId } = order;
  try {
    const url = attempt
      ? await openPaymentPage(ctx, order, attempt, session)
      : paths.checkoutSuccess({ id: transactionId });
    return { url, transactionId };
  } finally {
    // Unless opening the page already did.
    if (session.data.orders?.at(-1) !== transactionId) await rememberOrder(session, transactionId);
  }
}

/** The checkout's order if it is paid, although the same purchase would be refused by now (R-ORDER-9). */
async function findPaid(ctx: Context, input: CheckoutInput, refusal: unknown): Promise<PlacedOrder> {
  const { checkoutId = null } = input.registrationData;
  const earlier = refusal instanceof Refusal ? await findEarlier(ctx, checkoutId) : null;
  if (earlier && hasMoney(earlier.order.paymentStatus)) return { order: earlier.order, attempt: null };
  throw refusal;
}

/** The order for this purchase, with its payment attempt; no attempt if nothing is left to pay. */
async function findOrPlace(ctx: Context, purchase: Purchase): Promise<PlacedOrder> {
  let cause: unknown;
  for (let tries = 0; tries < TRIES; tries += 1) {
    // Without a coupon, skip this on the first try: placeOrder throws CheckoutTaken if the checkout already has an order.
    // With one, look first, because the earlier order may hold its last use.
    const earlier = tries > 0 || purchase.coupon ? await findEarlier(ctx, purchase.heldFor.checkoutId) : null;
    if (earlier && hasMoney(earlier.order.paymentStatus)) return { order: earlier.order, attempt: null };
    if (earlier && canGoOn(ctx, earlier, purchase)) return earlier;
    try {
      const replaced = earlier && (await beginReplacing(ctx, earlier, purchase));
      return await placeOrder(ctx, purchase, replaced);
    } catch (error) {
      if (!(error instanceof CheckoutTaken || error instanceof PageOpened)) throw error;
      cause = error;
    }
  }
  throw new Refusal('unavailable', { cause });
}

/** Whether its page can be used again: the purchase is the same, and there is time left to pay. */
function canGoOn(
  ctx: Context,
  earlier: Earlier,
  { hash }: Purchase,
): earlier is Earlier & { readonly attempt: AttemptRow } {
  const { attempt } = earlier;
  const isSame = attempt && isLiveAttempt(attempt.state) && attempt.quoteHash === hash;
  return Boolean(isSame && isPayable(ctx, attempt) && hasPage(ctx, attempt));
}

/** Whether there is a page, or time to create one: while the provider was down, too much may have passed. */
function hasPage(ctx: Context, { provider, url, expiresAt }: AttemptRow): boolean {
  if (url || gatewayOf(ctx, provider).flow === 'token') return true;
  return expiresAt.getTime() - ctx.protocolNow().getTime() > LEAST_PAGE_MINUTES * MINUTE;
}
