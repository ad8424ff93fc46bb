import type { Hono } from 'hono';
import { PAGES } from '#contract/paths.ts';
import type { Dependencies } from './context.ts';
import { Refusal } from './errors.ts';
import { canonicalUrl } from './http/canonical-url.ts';
import type { HttpEnv } from './http/http-env.ts';
import type { PageSource } from './http/pages.ts';
import { manifest, serviceWorker } from './site-files.ts';

/** The page of door phones and its files. They are the same for everybody, so no session is loaded. */
export function doorPageRoutes(
  app: Hono<HttpEnv>,
  { settings, content }: Pick<Dependencies, 'settings' | 'content'>,
  pages: PageSource,
): void {
  const canonical = new URL(settings.publicUrl);
  app.get(PAGES.door, async (c) => {
    const elsewhere = canonicalUrl(c, canonical);
    if (elsewhere) return c.redirect(elsewhere, 302);
    c.header('x-robots-tag', 'noindex');
    return c.html(await pages.door.page());
  });
  app.get(`${PAGES.door}/sw.js`, async (c) => serviceWorker(c, await pages.door.worker(), PAGES.door));
  app.get(`${PAGES.door}/assets/:name`, async (c) => {
    const found = await pages.door.asset(c, c.req.param('name'));
    if (!found) throw new Refusal('not_found');
    return found;
  });
  app.get(`${PAGES.door}/manifest.webmanifest`, (c) =>
    manifest(c, pages.public.art, {
      id: PAGES.door,
      name: `${content.event.name}: door`,
      short_name: 'Door',
      start_url: PAGES.door,
      scope: PAGES.door,
      display: 'standalone',
    }),
  );
}
