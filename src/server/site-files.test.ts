import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { privacyIntro, privacySections } from '#content/privacy.ts';
import { retentionWords } from '#domain/retention.ts';
import { createWorld, type World } from '#test/world.ts';
import { openBuiltPages } from './http/pages.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    pages: await openBuiltPages(fileURLToPath(new URL('../../dist', import.meta.url))),
  });
});
afterAll(() => world.stop());

const get = (path: string) => world.visitor().get(path);

async function sizeOf(path: string) {
  const response = await get(path);
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    format,
    size: `${width}x${height}`,
  };
}

test('robots.txt excludes desk and API, but no page with a key, and names the sitemap', async () => {
  const response = await get('/robots.txt');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  expect(lines).toEqual([
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    `Sitemap: ${world.siteUrl}/sitemap.xml`,
  ]);
});

test('the sitemap lists pages that exist', async () => {
  const response = await get('/sitemap.xml');
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const xml = await response.text();
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
  );
  const addresses = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  expect(addresses).toEqual(['/', '/register', '/privacy'].map((path) => world.siteUrl + path));
  for (const address of addresses) {
    const page = await get(address);
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, null]);
    expect(await page.text()).not.toContain('noindex');
  }
});

test("a page has the event's name as its title before its script runs", async () => {
  expect(await (await get('/checkout')).text()).toContain(`<title>${content.event.name}</title>`);
});

test('the privacy page can be read without its script, and link previews describe it', async () => {
  const page = await get('/privacy');
  const html = await page.text();
  const [main] = /<main.*<\/main>/s.exec(html) ?? [''];
  const found = (pattern: RegExp) => pattern.exec(html)?.[1];
  const title = `Privacy - ${content.event.name}`;
  expect({
    title: found(/<title>([^<]*)/),
    canonical: found(/<link rel="canonical" href="([^"]*)"/),
    description: found(/<meta name="description" content="([^"]*)"/),
    ogTitle: found(/<meta property="og:title" content="([^"]*)"/),
    ogDescription: found(/<meta property="og:description" content="([^"]*)"/),
    headings: [...main.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, text]) => text),
  }).toEqual({
    title,
    canonical: `${world.siteUrl}/privacy`,
    description: privacyIntro,
    ogTitle: title,
    ogDescription: privacyIntro,
    headings: [...privacySections(retentionWords()).map((one) => one.title), 'Contact'],
  });
  const { headers } = await get('/register');
  for (const name of ['content-security-policy', 'cache-control', 'vary', 'referrer-policy'])
    expect([name, page.headers.get(name)]).toEqual([name, headers.get(name)]);
});

test.each([
  '/checkout',
  '/checkout-success',
  '/confirmation',
  '/confirmation/ABC',
  '/registration/ABC',
  '/admin/login',
])('%s is not for search engines', async (path) => {
  expect((await get(path)).headers.get('x-robots-tag')).toBe('noindex');
});

test('security.txt has a contact, and does not expire while the site runs', async () => {
  const response = await get('/.well-known/security.txt');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  const lines = (await response.text()).trim().split('\n');
  const [, expires] = /^Expires: (.*)$/m.exec(lines.join('\n'))!;
  expect(lines).toEqual([
    `Contact: mailto:${world.dependencies.settings.contact.email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${world.siteUrl}/.well-known/security.txt`,
  ]);
  const days = (Date.parse(expires!) - Date.now()) / 86_400_000;
  expect(days > 30 && days < 365).toBe(true);
});

test.each([
  ['/register/', '/register'],
  ['/register/?a=b&c=%2F', '/register?a=b&c=%2F'],
  ['/privacy/', '/privacy'],
  ['/checkout/', '/checkout'],
  ['/confirmation/ABC/?x=1', '/confirmation/ABC?x=1'],
  ['/admin/', '/admin'],
  ['/admin/speakers/', '/admin/speakers'],
  ['/door/', '/door'],
])('%s redirects to %s', async (path, target) => {
  const response = await get(path);
  expect([response.status, response.headers.get('location')]).toEqual([301, target]);
  expect((await get(target)).status).toBe(200);
});

test('an address that is not a page redirects nowhere', async () => {
  for (const path of ['//example.org/', '/nowhere/', '/api/speakers/']) {
    const response = await world
      .visitor()
      .request(world.siteUrl + path, { headers: { accept: 'text/html' } });
    expect([path, response.status, response.headers.get('location')]).toEqual([path, 404, null]);
  }
});

test('the manifest lists icons that exist, in the sizes it states', async () => {
  const response = await get('/site.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  const { icons, ...rest } = (await response.json()) as { icons: Record<string, string>[] };
  expect(rest).toMatchObject({ name: 'Digital Safety Summit', short_name: 'DSS', start_url: '/' });
  expect(icons.map((one) => [one.sizes, one.purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ]);
  for (const { src, sizes, type } of icons) {
    expect(await sizeOf(src!)).toEqual({ status: 200, type, format: 'png', size: sizes });
  }
});

test.each([
  ['/favicon.ico', '32x32'],
  ['/apple-touch-icon.png', '180x180'],
])('%s is a picture of %s', async (path, size) => {
  expect(await sizeOf(path)).toEqual({ status: 200, type: 'image/png', format: 'png', size });
});

test('every icon and font that the landing page uses exists', async () => {
  const html = await (await get('/')).text();
  const links = [
    ...html.matchAll(/<link rel="(?:icon|alternate icon|apple-touch-icon|manifest|preload)" href="([^"]*)"/g),
  ];
  const statuses = await Promise.all(links.map(async ([, path]) => [path, (await get(path!)).status]));
  expect(statuses).toHaveLength(6);
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});

test('the list of pictures, which names speakers who are not announced yet, is not served', async () => {
  expect((await get('/assets/art.json')).status).toBe(404);
});
