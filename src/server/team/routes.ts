import type { Hono } from 'hono';
import { PAGES } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { Refusal } from '../errors.ts';
import { bind, storable } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { changeTeamPerson, freeTeamSeat } from './change-team-person.ts';
import { claimSeat, lookAtClaim } from './claim-seat.ts';
import { createClaimLink } from './create-link.ts';
import { getTeam } from './get-team.ts';
import { nameSeats } from './name-seats.ts';
import { nudgeTeams, previewNudge } from './remind-teams.ts';
import { resumeReminders, stopReminders } from './stop-reminders.ts';
import { withdrawClaimLink } from './withdraw-link.ts';

export function teamRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getTeam, (ctx, { params }) => getTeam(ctx, params.transactionId));
  bind(app, routes.nameSeats, (ctx, { params, body }) => nameSeats(ctx, params.transactionId, body));
  bind(app, routes.changeTeamPerson, (ctx, { params, body }) => changeTeamPerson(ctx, params, body));
  bind(app, routes.freeTeamSeat, (ctx, { params, body }) => freeTeamSeat(ctx, params, body));
  bind(app, routes.createClaimLink, (ctx, { params, body }) =>
    createClaimLink(ctx, params.transactionId, body),
  );
  bind(app, routes.withdrawClaimLink, (ctx, { params }) => withdrawClaimLink(ctx, params));
  bind(app, routes.stopReminders, (ctx, { params }) => stopReminders(ctx, params.transactionId));
  bind(app, routes.resumeReminders, (ctx, { params }) => resumeReminders(ctx, params.transactionId));
  bind(app, routes.lookAtClaim, (ctx, { body }) => lookAtClaim(ctx, body));
  bind(app, routes.claimSeat, (ctx, { body }) => claimSeat(ctx, body));
  bind(app, routes.previewNudge, (ctx) => previewNudge(ctx));
  bind(app, routes.nudgeTeams, (ctx, { body }) => nudgeTeams(ctx, body.orders));
  // The address in a reminder's header: mail programs post to it (RFC 8058), or open it as a page.
  app.post(PAGES.team.replace('$', ':'), async (c) => {
    if (c.req.query('reminders') !== 'off') throw new Refusal('method_not_allowed');
    const { transactionId } = storable(c.req.param() as Record<string, string>, 'not_found');
    await stopReminders(c.get('ctx'), transactionId!);
    return c.body(null, 204);
  });
}
