import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { addAttendee } from './add-attendee.ts';

export function attendeeRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.addAttendee, (ctx, { params, body }) => addAttendee(ctx, params.orderId, body));
}
