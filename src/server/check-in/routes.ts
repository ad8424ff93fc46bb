import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { isNumber } from '../db/is-number.ts';
import { Refusal } from '../errors.ts';
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
  bind(app, routes.undoCheckIn, async (ctx, { params }) => {
    if (!isNumber(params.registrationId)) throw new Refusal('registration_not_found');
    return { registration: await undoCheckIn(ctx, Number(params.registrationId)) };
  });
}
