import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind, bindDownload } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { confirmBadges, discardBadges } from './close-badges.ts';
import { getBadgeFile } from './get-badge-file.ts';
import { getBadges } from './get-badges.ts';
import { makeBadges } from './make-badges.ts';

export function badgeRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getBadges, (ctx) => getBadges(ctx));
  bind(app, routes.makeBadges, (ctx, { body }) => makeBadges(ctx, body.which));
  bindDownload(app, routes.getBadgeFile, (ctx, { params, query }) =>
    getBadgeFile(ctx, params.file, query.format),
  );
  bind(app, routes.confirmBadges, (ctx, { params }) => confirmBadges(ctx, params.file));
  bind(app, routes.discardBadges, (ctx, { params }) => discardBadges(ctx, params.file));
}
