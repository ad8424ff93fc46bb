import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind, bindDownload } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getDoorList, getPracticeTickets } from './get-sheets.ts';
import { typePaperList } from './type-paper-list.ts';

export function doorPaperRoutes(app: Hono<HttpEnv>): void {
  bindDownload(app, routes.getDoorList, (ctx) => getDoorList(ctx));
  bindDownload(app, routes.getPracticeTickets, (ctx) => getPracticeTickets(ctx));
  bind(app, routes.typePaperList, (ctx, { body }) => typePaperList(ctx, body));
}
