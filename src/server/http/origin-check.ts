import type { MiddlewareHandler } from 'hono';
import { PROGRAM_PATHS } from '#contract/paths.ts';
import { Refusal } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { HttpEnv } from './http-env.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that another site made a visitor's browser send. Webhooks are exempt: they come from no browser
 * and are signed. Hono's `csrf` does less: it lets JSON through, and one good header outweighs a bad one.
 */
export function originCheck({ publicUrl }: Pick<Settings, 'publicUrl'>): MiddlewareHandler<HttpEnv> {
  const own = new URL(publicUrl).origin;
  return async (c, next) => {
    if (!SAFE.includes(c.req.method) && !c.req.path.startsWith(PROGRAM_PATHS.webhooks)) {
      if (!isOwn(c.req.raw.headers, own)) throw new Refusal('wrong_origin');
    }
    await next();
  };
}

/** `headers` as the browser sent them; `own` is the site's public origin. */
export function isOwn(headers: Headers, own: string): boolean {
  const origin = headers.get('origin');
  if (origin !== null && origin !== own && !isAt(origin, headers.get('host'), own)) return false;
  return headers.get('sec-fetch-site') !== 'cross-site';
}

/**
 * Whether the page's origin is the host that this request was sent to. `null`, the origin of sandboxed frames, never
 * is, and neither is a plain http origin at an https site.
 */
function isAt(origin: string, host: string | null, own: string): boolean {
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return asked.host === host && asked.protocol === new URL(own).protocol;
}
