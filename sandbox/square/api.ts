import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import { answerCall, dawdle, type Env, send } from '#sandbox/answer-call.ts';
import type { Deliveries, Log } from '#sandbox/deliveries.ts';
import { type Endpoint, endpointsOf } from '#sandbox/endpoint.ts';
import { type ApiResponse, attempt, refused } from '#sandbox/refusal.ts';
import type { Core } from './core.ts';
import type { Idempotency } from './idempotency.ts';
import { readParams } from './params.ts';
import { notFound, refuse } from './refusal.ts';

export const endpoint = endpointsOf(readParams);

interface KeyedEndpoint extends Endpoint {
  readonly isKeyed?: true;
}

/** A call that runs once per idempotency key. */
export function keyed<S extends z.ZodType<{ idempotency_key: string }>>(
  path: string,
  params: S,
  run: (params: z.output<S>) => object,
): KeyedEndpoint {
  return { ...endpoint('POST', path, params, run), isKeyed: true };
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

export function mountApi(app: Hono<Env>, endpoints: readonly KeyedEndpoint[], parts: ApiParts): void {
  for (const one of endpoints) app.on(one.method, one.path, (c) => handle(c, one, parts));
  app.all('/v2/*', (c) =>
    send(c, refused(notFound(`The sandbox has no ${c.req.method} ${c.req.path}.`)), {}),
  );
}

function handle(c: Context<Env>, target: KeyedEndpoint, parts: ApiParts): Promise<Response> {
  const { faults } = parts.core;
  return answerCall(c, { faults, log: parts.log, serverError, tooMany, headers: {} }, async (fault) => {
    authorize(c.req.header('authorization'), parts.accessToken);
    const given = c.req.method === 'POST' ? parseBody(await c.req.text()) : c.req.query();
    const work = target.prepare(given);
    const execute = async (save: (response: ApiResponse) => void) => {
      await dawdle(fault, 'before', faults);
      return run(parts, () => work(c.req.param('id') ?? ''), save);
    };
    const response = target.isKeyed
      ? await parts.idempotency.once({ path: c.req.path, body: given }, execute)
      : await execute(() => {});
    // The stored response is the real one, which a retry with the same key gets.
    return fault?.when === 'after' && fault.kind === '500' ? serverError : response;
  });
}

async function run(
  { core, deliveries, catchUp }: ApiParts,
  work: () => object,
  save: (response: ApiResponse) => void,
): Promise<ApiResponse> {
  catchUp();
  const { result, recorded } = core.events.during(() => attempt(work));
  save(result);
  await deliveries.sendBeforeResponse(recorded);
  return result;
}

const serverError = refused(
  refuse(500, {
    category: 'API_ERROR',
    code: 'INTERNAL_SERVER_ERROR',
    detail: 'An internal error has occurred (injected by a sandbox fault).',
  }),
);

const tooMany = refused(
  refuse(429, {
    category: 'RATE_LIMIT_ERROR',
    code: 'RATE_LIMITED',
    detail: 'Too many requests (injected by a sandbox fault).',
  }),
);

function authorize(header: string | undefined, accessToken: string): void {
  if (header === `Bearer ${accessToken}`) return;
  const detail = 'This request could not be authorized.';
  throw refuse(401, { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail });
}

/** Square's SDK sends null for an absent value. */
function parseBody(text: string): Readonly<Record<string, unknown>> {
  return text === '' ? {} : JSON.parse(text, (_key, value: unknown) => value ?? undefined);
}
