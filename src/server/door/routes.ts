import type { Hono } from 'hono';
import { API_PATHS } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import type { Dependencies } from '../context.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { openDoorStream } from './door-stream.ts';
import { findDoorTicket } from './find-door-ticket.ts';
import { joinDoor } from './join-door.ts';
import { inviteDoorPhones, listDoorPhones, revokeInvitation, revokePhone } from './manage-phones.ts';
import { settleScan, undoScan } from './settle-scan.ts';
import { syncDoor } from './sync-door.ts';

/** @param isEnding whether the process is about to stop, so that streams must end */
export function doorRoutes(app: Hono<HttpEnv>, dependencies: Dependencies, isEnding: () => boolean): void {
  bind(app, routes.joinDoor, (ctx, { body, headers }) => joinDoor(ctx, body, headers));
  bind(app, routes.syncDoor, (ctx, { body }) => syncDoor(ctx, body));
  bind(app, routes.findDoorTicket, (ctx, { body }) => findDoorTicket(ctx, body.qrToken));
  const stream = openDoorStream(dependencies, isEnding);
  app.get(API_PATHS.doorStream, (c) => stream.streamToPhone(c));
  app.get(API_PATHS.boardStream, (c) => stream.streamToStaff(c));

  bind(app, routes.listDoorPhones, (ctx) => listDoorPhones(ctx));
  bind(app, routes.inviteDoorPhones, (ctx, { body }) => inviteDoorPhones(ctx, body));
  bind(app, routes.revokeDoorInvitation, (ctx, { params }) => revokeInvitation(ctx, params.id));
  bind(app, routes.revokeDoorPhone, (ctx, { params }) => revokePhone(ctx, params.id));
  bind(app, routes.settleScan, (ctx, { params, body }) => settleScan(ctx, params.id, body.outcome));
  bind(app, routes.undoScan, (ctx, { params }) => undoScan(ctx, params.id));
}
