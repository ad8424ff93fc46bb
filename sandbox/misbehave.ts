import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Failure, Faults } from './faults.ts';

export type Env = { Bindings: HttpBindings };

/** Ends the connection without an answer. */
export function dropConnection(c: Context<Env>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The pause that the failure orders at this point, if any. */
export async function dawdle(
  failure: Failure | undefined,
  when: Failure['when'],
  { untilCleared }: Pick<Faults, 'untilCleared'>,
): Promise<void> {
  if (failure?.when !== when) return;
  if (failure.kind === 'slow') await sleep(failure.ms ?? 2000);
  if (failure.kind === 'held') await untilCleared();
}
