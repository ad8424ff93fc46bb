import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { idFrom } from '../db/id-from.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getCheckInStats, listCheckedIn } from './door-lists.ts';
import { recordCheckIn } from './record-check-in.ts';
import { undoCheckIn } from './undo-check-in.ts';
import { validateTicket } from './validate-ticket.ts';

export function checkInRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getCheckInStats, (ctx) => getCheckInStats(ctx));
  bind(app, routes.listCheckedIn, (ctx) => listCheckedIn(ctx));
  bind(app, routes.validateQr, (ctx, { body }) => validateTicket(ctx, body.qrToken));
  bind(app, routes.checkIn, async (ctx, { body }) => ({ registration: await recordCheckIn(ctx, body) }));
  bind(app, routes.undoCheckIn, async (ctx, { params, body }) => ({
    registration: await undoCheckIn(ctx, idFrom(params.registrationId), body?.seen),
  }));
}
