import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Failure, Faults } from './faults.ts';

export type Env = { Bindings: HttpBindings };

/** Closes the connection without a response. */
export function dropConnection(c: Context<Env>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Waits as the failure says for this point, if it does. */
export async function dawdle(
  failure: Failure | undefined,
  when: Failure['when'],
  { untilCleared }: Pick<Faults, 'untilCleared'>,
): Promise<void> {
  if (failure?.when !== when) return;
  if (failure.kind === 'slow') await sleep(failure.ms ?? 2000);
  if (failure.kind === 'held') await untilCleared();
}
