import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind, bindDownload } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { changeMyTicket } from './change-my-ticket.ts';
import { findMyTickets } from './find-my-tickets.ts';
import { getMyCalendarFile, getMyTicketPdf, getMyWalletLinks } from './get-my-files.ts';
import { openMyTicket } from './open-my-ticket.ts';
import { previewMyReturn, returnMyTicket } from './return-my-ticket.ts';

/** A ticket's own page, for anyone with its link. */
export function myTicketRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.openMyTicket, (ctx, { body }) => openMyTicket(ctx, body.key));
  bind(app, routes.changeMyTicket, (ctx, { body }) => changeMyTicket(ctx, body));
  bind(app, routes.previewMyReturn, (ctx, { body }) => previewMyReturn(ctx, body.key));
  bind(app, routes.returnMyTicket, (ctx, { body }) => returnMyTicket(ctx, body));
  bindDownload(app, routes.getMyCalendarFile, (ctx, { body }) => getMyCalendarFile(ctx, body.key));
  bindDownload(app, routes.getMyTicketPdf, (ctx, { body }) =>
    getMyTicketPdf(ctx, body.key, body.paper ?? 'letter'),
  );
  bind(app, routes.findMyTickets, (ctx, { body }) => findMyTickets(ctx, body.email));
  bind(app, routes.getMyWalletLinks, (ctx, { body }) => getMyWalletLinks(ctx, body));
}
