import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { addAttendee } from './add-attendee.ts';
import { chooseTrack } from './choose-track.ts';
import { correctAttendee } from './correct-attendee.ts';
import { deleteRegistration } from './delete-registration.ts';
import { freeRegistration } from './free-registration.ts';
import { addOrderAttendee, ensureOrganizer, listAttendees } from './manage-attendees.ts';

export function attendeeRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.addAttendee, (ctx, { params, body }) => addAttendee(ctx, params.orderId, body));
  bind(app, routes.chooseTrack, (ctx, { params, body }) => chooseTrack(ctx, params, body.track));
  bind(app, routes.listAttendees, (ctx, { params }) => listAttendees(ctx, params.id));
  bind(app, routes.ensureOrganizer, (ctx, { params }) => ensureOrganizer(ctx, params.id));
  bind(app, routes.addOrderAttendee, (ctx, { params, body }) => addOrderAttendee(ctx, params.id, body));
  bind(app, routes.correctAttendee, (ctx, { params, body }) => correctAttendee(ctx, params.id, body));
  bind(app, routes.freeRegistration, (ctx, { params, body }) => freeRegistration(ctx, params.id, body));
  bind(app, routes.deleteRegistration, (ctx, { params, query, body }) =>
    deleteRegistration(ctx, params.id, query, body),
  );
}
