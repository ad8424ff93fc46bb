import type { Hono } from 'hono';
import { PROGRAM_PATHS } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { Refusal } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { readBody } from '../http/read-json.ts';
import { listCases, resolveCase } from './cases/resolve-case.ts';
import { deleteOrder } from './delete-order.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { cancelSeats, getCancellation } from './refunds/cancel-seats.ts';
import { listRefunds, refundOrder } from './refunds/refund-order.ts';

export function paymentRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.listRefunds, (ctx, { params }) => listRefunds(ctx, params.id));
  bind(app, routes.refundOrder, (ctx, { params, body }) => refundOrder(ctx, params.id, body));
  bind(app, routes.getCancellation, (ctx, { params }) => getCancellation(ctx, params.transactionId));
  bind(app, routes.cancelSeats, (ctx, { params, body }) => cancelSeats(ctx, params.transactionId, body));
  bind(app, routes.listPaymentCases, (ctx) => listCases(ctx));
  bind(app, routes.resolvePaymentCase, (ctx, { params, body }) => resolveCase(ctx, params.id, body));
  bind(app, routes.deleteOrder, (ctx, { params, query }) => deleteOrder(ctx, params.id, query.paymentStatus));

  for (const provider of PAYMENT_PROVIDERS) {
    app.post(`${PROGRAM_PATHS.webhooks}${provider}`, async (c) => {
      const ctx = c.get('ctx');
      const gateway = ctx.gateways.get(provider);
      if (!gateway) throw new Refusal('not_found');
      await receiveWebhook(ctx, gateway, await readBody(c.req.raw), c.req.raw.headers);
      return c.json({ received: true });
    });
  }
}
