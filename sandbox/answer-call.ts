import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Log } from './deliveries.ts';
import type { Failure, Faults } from './faults.ts';
import { type ApiResponse, refused } from './refusal.ts';

export type Env = { Bindings: HttpBindings };

interface Manner {
  readonly faults: Faults;
  readonly log: Log;
  readonly serverError: ApiResponse;
  readonly tooMany: ApiResponse;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers a call as the fault that is set for it says. `respond` gets the fault, which may also hold up the effect. */
export async function answerCall(
  c: Context<Env>,
  { faults, log, serverError, tooMany, headers }: Manner,
  respond: (fault: Failure | undefined) => Promise<ApiResponse>,
): Promise<Response> {
  const fault = faults.takeFailure(c.req.method, c.req.path);
  await c.req.text();
  const isEarly = fault?.when === 'before' && (fault.kind === 'drop' || fault.kind === '500');
  const early = fault?.kind === '429' ? tooMany : isEarly && serverError;
  const response = early || (await respond(fault).catch(refused));
  const isDropped = fault?.kind === 'drop';
  log(`${c.req.method} ${c.req.path} -> ${isDropped ? 'dropped' : response.status}`);
  if (isDropped) {
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  await dawdle(fault, 'after', faults);
  return send(c, response, headers);
}

/** Waits as the fault says for this point, if it does. */
export async function dawdle(
  fault: Failure | undefined,
  when: Failure['when'],
  { untilCleared }: Faults,
): Promise<void> {
  if (fault?.when !== when) return;
  if (fault.kind === 'slow') await sleep(fault.ms ?? 2000);
  if (fault.kind === 'held') await untilCleared();
}

export function send(c: Context<Env>, { status, body }: ApiResponse, headers: Manner['headers']): Response {
  const type = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return c.body(JSON.stringify(body, null, 2), { status: status as 200, headers: { ...type, ...headers } });
}
