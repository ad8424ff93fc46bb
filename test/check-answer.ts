import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';

/**
 * Throws when an answer of the API is not what the contract says: a successful JSON body that its route's schema
 * refuses or that has fields the schema does not know, or a refusal whose code and status do not belong together.
 */
export async function checkAnswer(method: string, url: URL, response: Response): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return;
  const route = findRoute(method, url.pathname);
  if (!route) return;
  const body: unknown = await response.clone().json();
  const fault = response.ok ? faultOfBody(route, body) : faultOfRefusal(response.status, body);
  if (fault) throw new Error(`${route.method} ${route.path} breaks its contract: ${fault}`);
}

const patterns = Object.values(routes).map((route: Route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  // Two routes may fit one address; the one with fewer parameters is meant.
  parameters: route.path.split('{').length,
}));

function findRoute(method: string, pathname: string): Route | undefined {
  return patterns
    .filter(({ route, pattern }) => route.method === method && pattern.test(pathname))
    .toSorted((one, other) => one.parameters - other.parameters)[0]?.route;
}

function faultOfBody({ response }: Route, body: unknown): string | null {
  const parsed = z.safeParse(response, body);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const known = JSON.parse(JSON.stringify(z.encode(response, parsed.data))) as unknown;
  return isDeepStrictEqual(known, body) ? null : `fields that it does not declare: ${JSON.stringify(body)}`;
}

function faultOfRefusal(status: number, body: unknown): string | null {
  const { code } = body as { code?: ErrorCode };
  if (!code || !(code in ERRORS)) return `no known error code: ${JSON.stringify(body)}`;
  return ERRORS[code] === status ? null : `${code} with status ${status}`;
}
