import type { Context as HonoContext } from 'hono';
import { isLoopback } from '../settings-problems.ts';
import type { HttpEnv } from './http-env.ts';

/**
 * The page at its public address, if it was requested under another name of this machine (`localhost` for `127.0.0.1`):
 * cookies and sign-in belong to one host. Null if the host is right.
 */
export function canonicalUrl(c: HonoContext<HttpEnv>, canonical: URL): string | null {
  const { hostname, pathname, search } = new URL(c.req.url);
  const isAlias = hostname !== canonical.hostname && isLoopback(hostname) && isLoopback(canonical.hostname);
  return isAlias ? `${canonical.origin}${pathname}${search}` : null;
}
