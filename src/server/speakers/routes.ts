import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { listSpeakers } from './list-speakers.ts';

export function speakerRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.listSpeakers, (ctx) => listSpeakers(ctx));
}
