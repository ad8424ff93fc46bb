import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind, bindDownload } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { correctBuyerEmail } from './correct-buyer-email.ts';
import { exportOrders } from './export-orders.ts';
import { exportRegistrations } from './export-registrations.ts';
import { findLastOrder } from './find-last-order.ts';
import { getCalendarFile } from './get-calendar-file.ts';
import { getOrder } from './get-order.ts';
import { getOrderDetails } from './get-order-details.ts';
import { getTickets } from './get-tickets.ts';
import { listHolds } from './list-holds.ts';
import { listOrders } from './list-orders.ts';
import { listRegistrations } from './list-registrations.ts';
import { listUndelivered } from './mails/list-undelivered.ts';
import { getReceipt } from './receipt/get-receipt.ts';
import { emailOrderAgain, resendConfirmation } from './resend-confirmation.ts';
import { resendTicket } from './resend-ticket.ts';
import { welcomeBuyer } from './welcome-buyer.ts';

export function orderRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getOrderConfirmation, (ctx, { params }) =>
    getOrder(ctx, params.transactionId, 'order_not_found'),
  );
  bind(app, routes.getOrderByTransaction, (ctx, { params }) =>
    getOrder(ctx, params.transactionId, 'registration_not_found'),
  );
  bindDownload(app, routes.getReceipt, (ctx, { params }) => getReceipt(ctx, params.transactionId));
  bindDownload(app, routes.getTickets, (ctx, { params, query }) =>
    getTickets(ctx, params.transactionId, query.paper ?? 'letter'),
  );
  bindDownload(app, routes.getCalendarFile, (ctx, { params }) => getCalendarFile(ctx, params.transactionId));
  bind(app, routes.welcomeBuyer, (ctx, { params }) => welcomeBuyer(ctx, params.id));
  bind(app, routes.emailOrderAgain, (ctx, { params }) => emailOrderAgain(ctx, params.transactionId));
  bind(app, routes.getLastOrder, (ctx) => findLastOrder(ctx));
  bind(app, routes.listOrders, (ctx, { query, headers }) => listOrders(ctx, query, headers));
  bind(app, routes.listHolds, (ctx) => listHolds(ctx));
  bind(app, routes.listRegistrations, (ctx, { query, headers }) => listRegistrations(ctx, query, headers));
  bind(app, routes.getOrderDetails, (ctx, { params }) => getOrderDetails(ctx, params.id));
  bind(app, routes.resendEmail, (ctx, { params }) => resendConfirmation(ctx, params.id));
  bind(app, routes.correctBuyerEmail, (ctx, { params, body }) => correctBuyerEmail(ctx, params.id, body));
  bind(app, routes.listUndeliveredEmails, (ctx) => listUndelivered(ctx));
  bind(app, routes.resendTicket, (ctx, { params }) => resendTicket(ctx, params.id));
  bindDownload(app, routes.exportOrders, (ctx, { query }) => exportOrders(ctx, query));
  bindDownload(app, routes.exportRegistrations, (ctx, { query }) => exportRegistrations(ctx, query));
}
