import type { Context, Hono } from 'hono';
import { answerCall, dawdle, type Env, send } from '#sandbox/answer-call.ts';
import type { Deliveries, Log } from '#sandbox/deliveries.ts';
import { type Endpoint, endpointsOf } from '#sandbox/endpoint.ts';
import type { Failure, Faults } from '#sandbox/faults.ts';
import { newId } from '#sandbox/new-id.ts';
import { type ApiResponse, attempt, refused } from '#sandbox/refusal.ts';
import type { StripeFaultSettings } from './core.ts';
import type { Events } from './events.ts';
import { expand } from './expand.ts';
import type { Idempotency } from './idempotency.ts';
import { type Form, parseForm, readParams } from './params.ts';
import { refuse } from './refusal.ts';
import type { State } from './state.ts';

export const endpoint = endpointsOf(readParams);

interface ApiParts {
  readonly secretKey: string;
  readonly state: State;
  readonly events: Events;
  readonly deliveries: Deliveries;
  readonly faults: Faults<StripeFaultSettings>;
  readonly idempotency: Idempotency;
  readonly log: Log;
}

export function mountApi(app: Hono<Env>, endpoints: readonly Endpoint[], parts: ApiParts): void {
  for (const one of endpoints) app.on(one.method, one.path, (c) => handle(c, one, parts));
  app.all('/v1/*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
    return send(c, refused(refuse(404, { type: 'invalid_request_error', message })), {});
  });
}

function handle(c: Context<Env>, target: Endpoint, parts: ApiParts): Promise<Response> {
  const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined;
  const request = { id: newId('req_', 14), idempotency_key: key ?? null };
  const headers = { 'Request-Id': request.id };
  return answerCall(c, { ...parts, serverError, tooMany, headers }, async (fault) => {
    authorize(c, parts);
    const form = parseForm(c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search);
    const execute = () => runOnce(target, parts, form, { request, id: c.req.param('id') ?? '', fault });
    return key === undefined ? execute() : parts.idempotency.once({ key, path: c.req.path, form }, execute);
  });
}

interface Run {
  readonly request: { id: string; idempotency_key: string | null };
  readonly id: string;
  readonly fault: Failure | undefined;
}

/** Errors from checking parameters aren't stored for the key; every later response is, a fault's 500 too. */
async function runOnce(target: Endpoint, parts: ApiParts, form: Form, run: Run): Promise<ApiResponse> {
  const { expand: paths = {}, ...own } = form;
  const work = target.prepare(own);
  await dawdle(run.fault, 'before', parts.faults);

  const { result, recorded } = parts.events.during(run.request, () =>
    attempt(() => expand(parts.state, work(run.id), Object.values(paths).map(String))),
  );
  await parts.deliveries.sendBeforeResponse(recorded);
  return run.fault?.when === 'after' && run.fault.kind === '500' ? serverError : result;
}

const serverError = refused(
  refuse(500, { type: 'api_error', message: 'An unknown error occurred (injected by a sandbox fault).' }),
);

const tooMany = refused(
  refuse(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Too many requests (injected by a sandbox fault).',
  }),
);

/** A path's prefix determines its resource: `/v1/checkout/sessions/…` belongs to Checkout Sessions. */
const RESOURCES: readonly (readonly [path: string, resource: string])[] = [
  ['/v1/checkout/sessions', 'checkout_session'],
  ['/v1/payment_intents', 'payment_intent'],
  ['/v1/refunds', 'charge'],
  ['/v1/charges', 'charge'],
  ['/v1/balance_transactions', 'balance_transaction_source'],
  ['/v1/disputes', 'dispute'],
  ['/v1/events', 'event'],
  ['/v1/products', 'product'],
  ['/v1/prices', 'plan'],
  ['/v1/coupons', 'coupon'],
  ['/v1/promotion_codes', 'promotion_code'],
];

/** Checked before anything else: the secret key may do everything, a restricted key only what it was granted. */
function authorize(c: Context<Env>, { secretKey, faults }: ApiParts): void {
  const key = c.req.header('authorization')?.replace(/^Bearer /, '');
  if (key === secretKey) return;
  if (key === secretKey.replace(/^sk_/, 'rk_')) {
    refuseUnpermitted(c, faults.get().missingPermissions ?? []);
    return;
  }
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : 'You did not provide an API key.';
  throw refuse(401, { type: 'invalid_request_error', message });
}

function refuseUnpermitted(c: Context<Env>, missing: readonly string[]): void {
  const resource = RESOURCES.find(([path]) => c.req.path.startsWith(path))?.[1] ?? 'unknown';
  const needed = `rak_${resource}_${c.req.method === 'GET' ? 'read' : 'write'}`;
  if (!missing.includes(needed)) return;
  const message = `The provided key 'rk_test_****' does not have the required permissions for this endpoint on account 'acct_sandbox'. Having the '${needed}' permission would allow this request to continue.`;
  throw refuse(403, { type: 'invalid_request_error', message });
}
