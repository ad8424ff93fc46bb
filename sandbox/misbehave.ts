import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Failure } from './faults.ts';

export type Env = { Bindings: HttpBindings };

/** Ends the connection without an answer. */
export function dropConnection(c: Context<Env>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The pause that a `slow` failure orders. */
export function dawdle({ ms = 2000 }: Failure): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
