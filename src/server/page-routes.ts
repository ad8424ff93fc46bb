import type { Hono, Context as HonoContext } from 'hono';
import { findCurrentUser } from './accounts/find-current-user.ts';
import type { Dependencies } from './context.ts';
import { Refusal } from './errors.ts';
import type { HttpEnv } from './http/http-env.ts';
import { type BootData, type PageSource, withBoot } from './http/pages.ts';

/** The application's pages. Any other path that a browser opens gets its 404 page. */
const APP_PATHS = [
  '/',
  '/register',
  '/checkout',
  '/checkout-success',
  '/registration/:transactionId',
  '/confirmation',
  '/confirmation/:transactionId',
  '/admin',
  '/admin/login',
];

export function pageRoutes(app: Hono<HttpEnv>, dependencies: Dependencies, pages: PageSource): void {
  const canonical = new URL(dependencies.settings.publicUrl);

  app.get('/assets/:name', async (c) => {
    const found = await pages.asset(c, c.req.param('name'));
    if (!found) throw new Refusal('not_found');
    return found;
  });

  const page = async (c: HonoContext<HttpEnv>, status: 200 | 404) => {
    const url = new URL(c.req.url);
    // One address for each page: cookies and sign-in belong to the public host.
    if (isLoopbackAlias(url.hostname, canonical.hostname)) {
      return c.redirect(`${canonical.origin}${url.pathname}${url.search}`, 302);
    }
    const html = await pages.appPage(url.pathname);
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
  };
}

/** `localhost` beside `127.0.0.1`: the same machine under a name that its cookies do not know. */
function isLoopbackAlias(asked: string, canonical: string): boolean {
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  return asked !== canonical && loopback.includes(asked) && loopback.includes(canonical);
}
