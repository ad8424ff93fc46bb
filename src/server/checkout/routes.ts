import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { limitCouponTries } from '../coupons/limit-coupon-tries.ts';
import { Refusal } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { limitTries, visitorKey } from '../http/limits.ts';
import { rememberOrder } from '../http/sessions.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { chargeCard } from './charge-card.ts';
import { findCheckout, findUnfinishedOrder } from './find-checkout.ts';
import { getOrderAfterPayment } from './get-order-after-payment.ts';
import { giveUpCheckout } from './give-up-checkout.ts';
import { keepCardForm } from './keep-card-form.ts';
import { limitDeclines } from './limit-declines.ts';
import { startCheckout } from './start-checkout.ts';

export function checkoutRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.createCheckoutSession, async (ctx, { body, session }) => {
    await limitCheckoutCalls(ctx);
    const start = () => startCheckout(ctx, body, session);
    return body.registrationData.couponCode ? limitCouponTries(ctx, start) : start();
  });

  bind(app, routes.processSquarePayment, async (ctx, { body, session }) => {
    await limitCheckoutCalls(ctx);
    // `getOrderByKey` limits guesses at orders' keys.
    const order = await getOrderByKey(ctx, body.orderId);
    // A card for a closed order doesn't count as another decline.
    if (order.paymentStatus === 'failed') throw new Refusal('declined_too_often');
    const charged = await limitDeclines(ctx, () => chargeCard(ctx, body));
    await rememberOrder(session, charged.transactionId);
    return charged;
  });

  bind(app, routes.getCheckout, async (ctx, { params }) => ({ order: await findCheckout(ctx, params.key) }));
  bind(app, routes.getUnfinishedOrder, async (ctx) => ({ order: await findUnfinishedOrder(ctx) }));
  bind(app, routes.giveUpCheckout, async (ctx, { params }) => {
    await limitCheckoutCalls(ctx);
    return { order: await giveUpCheckout(ctx, params.key) };
  });

  bind(app, routes.keepCardForm, async (ctx, { params }) => {
    await limitCheckoutCalls(ctx);
    return keepCardForm(ctx, params.key);
  });
  bind(app, routes.getOrderAfterPayment, (ctx, { params }) => getOrderAfterPayment(ctx, params.id));
}

async function limitCheckoutCalls(ctx: Context): Promise<void> {
  const key = `checkout:${visitorKey(ctx.ipAddress)}`;
  await limitTries(ctx.db, ctx.protocolNow(), { key, max: 60, window: MINUTE });
}
