import type { Hono, Context as HonoContext } from 'hono';
import type { ArtManifest } from '#contract/art.ts';
import { PAGES } from '#contract/paths.ts';
import { DAY } from '#domain/durations.ts';
import type { Dependencies } from './context.ts';
import { Refusal } from './errors.ts';
import type { HttpEnv } from './http/http-env.ts';
import type { PageSource } from './http/pages.ts';

/** The only pages that search engines may show. */
const INDEXED_PATHS = [PAGES.home, PAGES.register, PAGES.privacy];

const SECURITY_TXT_HOLDS_FOR = 90 * DAY;

/** Small files at fixed addresses, requested by search engines, phones and old browsers. */
export function siteFileRoutes(
  app: Hono<HttpEnv>,
  { settings, content, protocolNow }: Dependencies,
  pages: PageSource,
): void {
  const { publicUrl } = settings;
  const { icons } = pages.public.art;

  // RFC 9116. It expires, so that an abandoned site doesn't keep promising; a running site renews it.
  app.get('/.well-known/security.txt', (c) => {
    const expires = new Date(protocolNow().getTime() + SECURITY_TXT_HOLDS_FOR).toISOString();
    const lines = [
      `Contact: mailto:${settings.contact.email}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join('\n')}\n`);
  });

  // Excludes no page with a key: a search engine that may not fetch it doesn't see its noindex, and may list its address.
  app.get('/robots.txt', (c) =>
    c.text(`User-agent: *\nDisallow: ${PAGES.admin}\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', (c) => {
    const urls = INDEXED_PATHS.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('');
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
    return c.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8' });
  });
  app.get('/site.webmanifest', (c) => {
    const { name, shortCode } = content.event;
    return manifest(c, pages.public.art, { name, short_name: shortCode, start_url: '/', display: 'browser' });
  });

  const fixed = { '/favicon.ico': icons.favicon32.file, '/apple-touch-icon.png': icons.appleTouch.file };
  for (const [path, file] of Object.entries(fixed)) {
    app.get(path, async (c) => {
      const found = await pages.asset(c, file);
      if (!found) throw new Refusal('not_found');
      c.header('cache-control', 'public, max-age=86400');
      return found;
    });
  }
}

/** A web app manifest, for home screens. */
export function manifest(
  c: HonoContext<HttpEnv>,
  { icons }: ArtManifest,
  own: Readonly<Record<string, string>>,
) {
  const icon = (name: 'icon192' | 'icon512' | 'maskable512', purpose: string) => ({
    src: `/assets/${icons[name].file}`,
    sizes: `${icons[name].width}x${icons[name].height}`,
    type: icons[name].type,
    purpose,
  });
  return c.json(
    {
      ...own,
      background_color: '#10243E',
      theme_color: '#10243E',
      icons: [icon('icon192', 'any'), icon('icon512', 'any'), icon('maskable512', 'maskable')],
    },
    200,
    { 'content-type': 'application/manifest+json' },
  );
}

export function serviceWorker(c: HonoContext<HttpEnv>, script: string, scope: string) {
  return c.body(script, 200, {
    'content-type': 'text/javascript; charset=utf-8',
    // Otherwise its scope would be limited to addresses below the script's folder.
    'service-worker-allowed': scope,
  });
}
