import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind, bindDownload } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getMyCalendarFile } from './get-my-calendar-file.ts';
import { openMyTicket } from './open-my-ticket.ts';

/** A ticket's own page, for whoever has its link. */
export function myTicketRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.openMyTicket, (ctx, { body }) => openMyTicket(ctx, body.key));
  bindDownload(app, routes.getMyCalendarFile, (ctx, { body }) => getMyCalendarFile(ctx, body.key));
}
