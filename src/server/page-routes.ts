import type { Hono, Context as HonoContext } from 'hono';
import { PAGES } from '#contract/paths.ts';
import { bootData, findUser } from './boot-data.ts';
import type { Dependencies } from './context.ts';
import { Refusal } from './errors.ts';
import { canonicalUrl } from './http/canonical-url.ts';
import type { HttpEnv } from './http/http-env.ts';
import { wantsPage } from './http/message-page.ts';
import { type PageSource, withBoot } from './http/pages.ts';
import { SHEET_HASH } from './mail/shell.ts';
import { serviceWorker } from './site-files.ts';

/** The app's pages. Any other path that a browser opens gets its 404 page. */
const { home, register, privacy, door, ...APP_PAGES } = PAGES;

/** Built files need no session, so they are bound before it is loaded. */
export function assetRoutes(app: Hono<HttpEnv>, pages: PageSource): void {
  app.get(`${PAGES.myTicket}/sw.js`, async (c) =>
    serviceWorker(c, await pages.ticketWorker(), PAGES.myTicket),
  );
  app.get('/assets/:name', async (c) => {
    const found = await pages.asset(c, c.req.param('name'));
    if (!found) throw new Refusal('not_found');
    return found;
  });
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
    if (!wantsPage(c) || c.req.path.startsWith('/api/')) throw new Refusal('not_found');
    return page(c, 404);
  });
}
