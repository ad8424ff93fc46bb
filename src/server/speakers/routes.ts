import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { Refusal } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import {
  createSpeaker,
  deleteSpeaker,
  findPicture,
  listAdminSpeakers,
  orderSpeakers,
  saveSpeaker,
} from './edit-speakers.ts';
import { listSpeakers } from './list-speakers.ts';

export function speakerRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.listSpeakers, (ctx) => listSpeakers(ctx));
  bind(app, routes.listAdminSpeakers, (ctx) => listAdminSpeakers(ctx));
  bind(app, routes.createSpeaker, (ctx, { body }) => createSpeaker(ctx, body));
  bind(app, routes.saveSpeaker, (ctx, { params, body }) => saveSpeaker(ctx, params.id, body));
  bind(app, routes.deleteSpeaker, (ctx, { params }) => deleteSpeaker(ctx, params.id));
  bind(app, routes.orderSpeakers, (ctx, { body }) => orderSpeakers(ctx, body.ids));

  app.get('/pictures/:name{[0-9a-f]{32}\\.webp}', async (c) => {
    const content = await findPicture(c.get('ctx'), c.req.param('name'));
    if (!content) throw new Refusal('not_found');
    c.header('content-type', 'image/webp');
    // Its name is a content hash, so it never changes, but caches must drop it soon after it is deleted.
    c.header('cache-control', 'public, max-age=3600');
    return c.body(new Uint8Array(content));
  });
}
