import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono';
import type { CurrentUser } from '#contract/auth.ts';
import type { Boot } from '#contract/boot.ts';
import { PAGES } from '#contract/paths.ts';
import { listingsToTell } from '#domain/packages.ts';
import { findCurrentUser } from './accounts/find-current-user.ts';
import { readPackages } from './catalog/mirror.ts';
import { type Context, type Dependencies, jobContext } from './context.ts';
import { Refusal } from './errors.ts';
import { canonicalUrl } from './http/canonical-url.ts';
import type { HttpEnv } from './http/http-env.ts';
import { type PageSource, type PublicParts, withBoot } from './http/pages.ts';
import { headersFor } from './http/security-headers.ts';
import { isAccepted } from './http/static-files.ts';
import { renderLandingPage } from './landing-page.ts';
import { SHEET_HASH } from './mail/shell.ts';
import { renderPrivacyPage } from './privacy-page.ts';
import { createPublicPage, type PageRenderer, type PublicPage, readOrNull } from './public-page.ts';
import { renderRegisterPage } from './register-page.ts';

/** The app's pages. Any other path that a browser opens gets its 404 page. */
const { home, register, privacy, door, ...APP_PAGES } = PAGES;

/** Built files need no session, so they are bound before it is loaded. */
export function assetRoutes(app: Hono<HttpEnv>, pages: PageSource): void {
  app.get(`${PAGES.myTicket}/sw.js`, async (c) =>
    c.body(await pages.ticketWorker(), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      // Otherwise its scope would be limited to addresses below /my-ticket/.
      'service-worker-allowed': PAGES.myTicket,
    }),
  );
  app.get('/assets/:name', async (c) => {
    const found = await pages.asset(c, c.req.param('name'));
    if (!found) throw new Refusal('not_found');
    return found;
  });
}

type PageHandlers = Record<'withoutSession' | 'withSession', MiddlewareHandler<HttpEnv>>;

/** The pages that the server renders, by their paths. */
export function publicPages(
  dependencies: Dependencies,
  pages: PageSource,
): readonly (readonly [path: string, handlers: PageHandlers])[] {
  const handlers = (
    path: string,
    render: (ctx: Context, boot: Boot, parts: PublicParts) => Promise<string>,
  ) =>
    publicPageHandlers(dependencies, path, pages.public.styleHash, async (ctx, user) =>
      render(ctx, await bootData(ctx, user), pages.public),
    );
  return [
    [home, handlers(home, renderLandingPage)],
    [register, handlers(register, renderRegisterPage)],
    [privacy, handlers(privacy, renderPrivacyPage)],
  ];
}

/**
 * Browsers without a cookie, which are nearly all, get a public page before any session lookup; its bytes and headers
 * are cached for one second.
 */
function publicPageHandlers(
  dependencies: Dependencies,
  path: string,
  styleHash: string,
  render: PageRenderer,
): PageHandlers {
  const { settings } = dependencies;
  const canonical = new URL(settings.publicUrl);
  const page = createPublicPage(render);
  const headers = headersFor(settings)(path, [styleHash]);
  return {
    async withoutSession(c, next) {
      if (c.req.header('cookie') || c.req.header('host') !== canonical.host) return next();
      return pageResponse(c, await page(jobContext(dependencies, `page ${path}`), null), headers);
    },
    async withSession(c) {
      const elsewhere = canonicalUrl(c, canonical);
      if (elsewhere) return c.redirect(elsewhere, 302);
      const ctx = c.get('ctx');
      const rendered = await page(ctx, await findUser(c));
      const cacheControl = ctx.actor.email === null ? 'private, no-cache' : 'no-store';
      return pageResponse(c, rendered, { ...headers, 'cache-control': cacheControl });
    },
  };
}

export function pageRoutes(app: Hono<HttpEnv>, dependencies: Dependencies, pages: PageSource): void {
  const canonical = new URL(dependencies.settings.publicUrl);
  const page = async (c: HonoContext<HttpEnv>, status: 200 | 404) => {
    const elsewhere = canonicalUrl(c, canonical);
    if (elsewhere) return c.redirect(elsewhere, 302);
    // Staff view mails there, in a frame under the page's policy.
    if (c.req.path === PAGES.admin) c.get('allowStyles')([SHEET_HASH]);
    c.header('x-robots-tag', 'noindex');
    const html = await pages.appPage(c.req.path);
    const ctx = c.get('ctx');
    return c.html(withBoot(html, await bootData(ctx, await findUser(c)), ctx.content.event.name), status);
  };
  const appPages = Object.values(APP_PAGES).map((pattern) => pattern.replaceAll('$', ':'));
  for (const path of appPages) app.get(path, (c) => page(c, 200));
  for (const path of [register, privacy, door, ...appPages]) {
    app.get(`${path}/`, (c) => {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(pathname.slice(0, -1) + search, 301);
    });
  }
  app.get('*', (c) => {
    const wantsPage = c.req.header('accept')?.includes('text/html');
    if (!wantsPage || c.req.path.startsWith('/api/')) throw new Refusal('not_found');
    return page(c, 404);
  });
}

async function pageResponse(
  c: HonoContext<HttpEnv>,
  page: PublicPage,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const accepts = c.req.header('accept-encoding') ?? '';
  const encoding = isAccepted(accepts, 'br') ? 'br' : isAccepted(accepts, 'gzip') ? 'gzip' : null;
  return new Response(encoding ? await page.compressed(encoding) : page.plain, {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, cookie',
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

/** A failed lookup counts as anonymous. */
async function findUser(c: HonoContext<HttpEnv>): Promise<CurrentUser | null> {
  const ctx = c.get('ctx');
  try {
    return await findCurrentUser(ctx, c.get('session'));
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the session could not be looked up');
    return null;
  }
}

async function bootData(ctx: Context, user: CurrentUser | null): Promise<Boot> {
  const { settings, now, closedByBuild, gateways, actor, content } = ctx;
  const packages = await readOrNull(ctx, () => readPackages(ctx));
  return {
    now: now.toISOString(),
    closedByBuild,
    user,
    contact: settings.contact,
    publicUrl: settings.publicUrl,
    paymentProviders: [...gateways.keys()],
    square: settings.square && {
      scriptUrl: settings.square.scriptUrl,
      applicationId: settings.square.applicationId,
      locationId: settings.square.locationId,
    },
    // Without the mirror's prices the page shows the content's; the server decides at checkout.
    listings: packages ? listingsToTell(content.packages, packages) : [],
    analyticsId: settings.analyticsId,
    wallets: [
      ...(settings.appleWallet ? (['apple'] as const) : []),
      ...(settings.googleWallet ? (['google'] as const) : []),
    ],
    hasOrders: actor.orders.length > 0,
    isTestMode: settings.isTestMode,
  };
}
