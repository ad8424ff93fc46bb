import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { errorsOf } from '#contract/route-errors.ts';
import { type RouteName, routes } from '#contract/routes.ts';

/**
 * Throws if a response breaks the contract: a successful JSON body that its route's schema refuses or that has unknown
 * fields, or a refusal whose code the route does not name or whose status does not fit the code.
 */
export async function checkResponse(method: string, url: URL, response: Response): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return;
  const found = findRoute(method, url.pathname);
  if (!found) return;
  const { name, route } = found;
  const body: unknown = await response.clone().json();
  const fault = response.ok ? faultOfBody(route, body) : faultOfRefusal(name, response.status, body);
  if (fault) throw new Error(`${route.method} ${route.path} breaks its contract: ${fault}`);
}

const patterns = (Object.entries(routes) as [RouteName, Route][]).map(([name, route]) => ({
  name,
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  // Two routes may match; the one with fewer parameters is meant.
  parameters: route.path.split('{').length,
}));

function findRoute(method: string, pathname: string): { name: RouteName; route: Route } | undefined {
  return patterns
    .filter(({ route, pattern }) => route.method === method && pattern.test(pathname))
    .toSorted((one, other) => one.parameters - other.parameters)[0];
}

function faultOfBody({ response }: Route, body: unknown): string | null {
  const parsed = z.safeParse(response, body);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const known = JSON.parse(JSON.stringify(z.encode(response, parsed.data))) as unknown;
  return isDeepStrictEqual(known, body) ? null : `fields that it does not declare: ${JSON.stringify(body)}`;
}

function faultOfRefusal(name: RouteName, status: number, body: unknown): string | null {
  const { code } = body as { code?: ErrorCode };
  if (!code || !(code in ERRORS)) return `no known error code: ${JSON.stringify(body)}`;
  if (!errorsOf(name).includes(code)) return `${code}, which ROUTE_ERRORS does not list for ${name}`;
  return ERRORS[code] === status ? null : `${code} with status ${status}`;
}
