import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import type { Deliveries, Log } from '#sandbox/deliveries.ts';
import type { Failure } from '#sandbox/faults.ts';
import { dawdle, dropConnection, type Env } from '#sandbox/misbehave.ts';
import type { Core } from './core.ts';
import type { ApiResponse, Idempotency } from './idempotency.ts';
import { readParams } from './params.ts';
import { notFound, Refusal } from './refusal.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Checks the parameters; what it returns does the work, synchronously and therefore atomically. */
  readonly prepare: (given: unknown) => { readonly key?: string; readonly work: (id: string) => object };
}

export function endpoint<S extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  params: S,
  run: (params: z.output<S>, id: string) => object,
): Endpoint {
  return {
    method,
    path,
    prepare(given) {
      const read = readParams(params, given);
      return { work: (id) => run(read, id) };
    },
  };
}

/** A call that runs once per idempotency key. */
export function keyed<S extends z.ZodType<{ idempotency_key: string }>>(
  path: string,
  params: S,
  run: (params: z.output<S>) => object,
): Endpoint {
  return {
    method: 'POST',
    path,
    prepare(given) {
      const read = readParams(params, given);
      return { key: read.idempotency_key, work: () => run(read) };
    },
  };
}

interface ApiParts {
  readonly core: Core;
  readonly accessToken: string;
  readonly deliveries: Deliveries;
  readonly idempotency: Idempotency;
  /** Applies changes that are due by now. */
  readonly catchUp: () => void;
  readonly log: Log;
}

export function mountApi(app: Hono<Env>, endpoints: readonly Endpoint[], parts: ApiParts): void {
  for (const one of endpoints) app.on(one.method, one.path, (c) => handle(c, one, parts));
  app.all('/v2/*', (c) => {
    const why = `The sandbox has no ${c.req.method} ${c.req.path}.`;
    return reply(c, refusalResponse(notFound(why)));
  });
}

async function handle(c: Context<Env>, target: Endpoint, parts: ApiParts): Promise<Response> {
  const fault = parts.core.faults.takeFailure(c.req.method, c.req.path);
  const response = await responseOf(c, target, parts, fault);
  parts.log(`${c.req.method} ${c.req.path} -> ${response === 'dropped' ? 'dropped' : response.status}`);
  if (response === 'dropped' || (fault?.when === 'after' && fault.kind === 'drop')) return dropConnection(c);
  await dawdle(fault, 'after', parts.core.faults);
  // The stored response is the real one, which a retry with the same key gets.
  return reply(c, fault?.when === 'after' && fault.kind === '500' ? serverError : response);
}

async function responseOf(
  c: Context<Env>,
  target: Endpoint,
  parts: ApiParts,
  fault: Failure | undefined,
): Promise<ApiResponse | 'dropped'> {
  try {
    authorize(c.req.header('authorization'), parts.accessToken);
    const given = c.req.method === 'POST' ? parseBody(await c.req.text()) : c.req.query();
    if (fault?.when === 'before' && fault.kind === 'drop') return 'dropped';
    if (fault?.when === 'before' && fault.kind === '500') return serverError;
    const { key, work } = target.prepare(given);
    const execute = async (save: (response: ApiResponse) => void) => {
      await dawdle(fault, 'before', parts.core.faults);
      return run(parts, () => work(c.req.param('id') ?? ''), save);
    };
    if (key === undefined) return await execute(() => {});
    return await parts.idempotency.once({ path: c.req.path, key, body: given }, execute);
  } catch (error) {
    return refusalResponse(error);
  }
}

async function run(
  { core, deliveries, catchUp }: ApiParts,
  work: () => object,
  save: (response: ApiResponse) => void,
): Promise<ApiResponse> {
  catchUp();
  const { result, recorded } = core.events.during(() => attempt(work));
  save(result);
  if (core.faults.get().webhookBeforeResponse) await deliveries.sendNow(recorded);
  return result;
}

function attempt(work: () => object): ApiResponse {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    return refusalResponse(error);
  }
}

function refusalResponse(error: unknown): ApiResponse {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, body: error.body };
}

const serverError = refusalResponse(
  new Refusal(500, {
    category: 'API_ERROR',
    code: 'INTERNAL_SERVER_ERROR',
    detail: 'An internal error has occurred (injected by a sandbox fault).',
  }),
);

function authorize(header: string | undefined, accessToken: string): void {
  if (header === `Bearer ${accessToken}`) return;
  const detail = 'This request could not be authorized.';
  throw new Refusal(401, { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail });
}

/** Square's SDK sends null for an absent value. */
function parseBody(text: string): unknown {
  return text === '' ? {} : JSON.parse(text, (_key, value: unknown) => value ?? undefined);
}

function reply(c: Context<Env>, { status, body }: ApiResponse): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return c.body(JSON.stringify(body), { status: status as 200, headers });
}
