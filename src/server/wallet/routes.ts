import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bindDownload, bindRedirect } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { appleServiceRoutes } from './apple/service-routes.ts';
import { getApplePass, getGoogleLink, getLinkedPass } from './get-passes.ts';

export function walletRoutes(app: Hono<HttpEnv>): void {
  bindDownload(app, routes.getApplePass, (ctx, { params }) => getApplePass(ctx, params));
  bindDownload(app, routes.getLinkedPass, (ctx, { params }) => getLinkedPass(ctx, params.word));
  bindRedirect(app, routes.saveToGoogleWallet, (ctx, { params }) => getGoogleLink(ctx, params));
  appleServiceRoutes(app);
}
