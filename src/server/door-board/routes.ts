import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { presentAdmitToPhone } from '../door/door-orders.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getBoard } from './get-board.ts';

export function doorBoardRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.getLiveBoard, (ctx) => getBoard(ctx));
  bind(app, routes.getDoorBoard, (ctx) => getBoard(ctx, presentAdmitToPhone));
}
