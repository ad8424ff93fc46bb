import type { Hono, Context as HonoContext } from 'hono';
import { findCurrentUser } from './accounts/find-current-user.ts';
import type { Dependencies } from './context.ts';
import { Refusal } from './errors.ts';
import type { HttpEnv } from './http/http-env.ts';
import { type BootData, type PageSource, withBoot } from './http/pages.ts';
import { createLandingPage } from './landing-page.ts';

/** The application's pages. Any other path that a browser opens gets its 404 page. */
const APP_PATHS = [
  '/register',
  '/checkout',
  '/checkout-success',
  '/registration/:transactionId',
  '/confirmation',
  '/confirmation/:transactionId',
  '/admin',
  '/admin/login',
];

/** Built files. They need no session, so they come before it. */
export function assetRoutes(app: Hono<HttpEnv>, pages: PageSource): void {
  app.get('/assets/:name', async (c) => {
    const found = await pages.asset(c, c.req.param('name'));
    if (!found) throw new Refusal('not_found');
    return found;
  });
}

export function pageRoutes(app: Hono<HttpEnv>, dependencies: Dependencies, pages: PageSource): void {
  const canonical = new URL(dependencies.settings.publicUrl);

  const landingPage = createLandingPage(pages.landing);
  app.get('/', async (c) => {
    const elsewhere = canonicalUrl(c, canonical);
    if (elsewhere) return c.redirect(elsewhere, 302);
    const ctx = c.get('ctx');
    const rendered = await landingPage(ctx, await bootData(c, dependencies));
    c.get('allowStyles')([pages.landing.styleHash]);
    const accepts = c.req.header('accept-encoding') ?? '';
    const encoding = /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : null;
    c.header('content-type', 'text/html; charset=utf-8');
    c.header('cache-control', ctx.actor.email === null ? 'no-cache' : 'private, no-store');
    c.header('vary', 'accept-encoding, cookie');
    if (encoding) c.header('content-encoding', encoding);
    return c.body(rendered[encoding ?? 'plain']);
  });

  const page = async (c: HonoContext<HttpEnv>, status: 200 | 404) => {
    const elsewhere = canonicalUrl(c, canonical);
    if (elsewhere) return c.redirect(elsewhere, 302);
    const html = await pages.appPage(c.req.path);
    return c.html(withBoot(html, await bootData(c, dependencies)), status);
  };
  for (const path of APP_PATHS) app.get(path, (c) => page(c, 200));
  app.get('*', (c) => {
    const wantsPage = c.req.header('accept')?.includes('text/html');
    if (!wantsPage || c.req.path.startsWith('/api/')) throw new Refusal('not_found');
    return page(c, 404);
  });
}

async function bootData(
  c: HonoContext<HttpEnv>,
  { settings, closedByBuild }: Dependencies,
): Promise<BootData> {
  const ctx = c.get('ctx');
  return {
    now: ctx.now.toISOString(),
    closedByBuild,
    // A look-up that fails counts as anonymous.
    user: await findCurrentUser(ctx, c.get('session')).catch((error: unknown) => {
      ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the session could not be looked up');
      return null;
    }),
    contact: settings.contact,
    publicUrl: settings.publicUrl,
    paymentProviders: ['stripe'],
    analyticsId: settings.analyticsId,
  };
}

/**
 * The same page at the public address, when it was asked for at another name of this machine (`localhost` for
 * `127.0.0.1`): cookies and sign-in belong to one name. Null when it is the right one.
 */
function canonicalUrl(c: HonoContext<HttpEnv>, canonical: URL): string | null {
  const { hostname, pathname, search } = new URL(c.req.url);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const isAlias =
    hostname !== canonical.hostname && loopback.includes(hostname) && loopback.includes(canonical.hostname);
  return isAlias ? `${canonical.origin}${pathname}${search}` : null;
}
