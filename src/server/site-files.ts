import type { Hono } from 'hono';
import type { Dependencies } from './context.ts';
import { Refusal } from './errors.ts';
import type { HttpEnv } from './http/http-env.ts';
import type { PageSource } from './http/pages.ts';

/** Small files at fixed addresses: what search engines, phones and old browsers ask for. */
export function siteFileRoutes(
  app: Hono<HttpEnv>,
  { settings, content }: Dependencies,
  pages: PageSource,
): void {
  const { publicUrl } = settings;
  const { icons } = pages.landing.art;

  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /confirmation\nDisallow: /registration/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    ),
  );
  app.get('/sitemap.xml', (c) => {
    const urls = ['/', '/register'].map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('');
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
    return c.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8' });
  });
  app.get('/site.webmanifest', (c) => {
    const icon = (name: 'icon192' | 'icon512' | 'maskable512', purpose: string) => ({
      src: `/assets/${icons[name].file}`,
      sizes: `${icons[name].width}x${icons[name].height}`,
      type: icons[name].type,
      purpose,
    });
    return c.json(
      {
        name: content.event.name,
        short_name: content.event.shortCode,
        start_url: '/',
        display: 'browser',
        background_color: '#10243E',
        theme_color: '#10243E',
        icons: [icon('icon192', 'any'), icon('icon512', 'any'), icon('maskable512', 'maskable')],
      },
      200,
      { 'content-type': 'application/manifest+json' },
    );
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
