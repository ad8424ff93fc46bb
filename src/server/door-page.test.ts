import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#test/world.ts';
import { openBuiltPages } from './http/pages.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

let world: World;
beforeAll(async () => {
  world = await createWorld({ pages: await openBuiltPages(DIST) });
});
afterAll(() => world.stop());

const get = (path: string) => world.visitor().get(path);

/** The files that the service worker caches. */
async function keptFiles(): Promise<string[]> {
  const script = await (await get('/door/sw.js')).text();
  return JSON.parse(/^const PAGE_BUILD = (.*);$/m.exec(script)![1]!).files;
}

test('the page is the same for everybody, may use the camera, and is hidden from search engines', async () => {
  const responses = await Promise.all([get('/door'), (await world.staff()).get('/door')]);
  const [page, ofStaff] = await Promise.all(responses.map((one) => one.text()));
  expect(page).toBe(ofStaff);
  const { headers, status } = responses[0]!;
  expect([
    status,
    headers.get('content-type'),
    headers.get('x-robots-tag'),
    headers.get('set-cookie'),
  ]).toEqual([200, 'text/html; charset=UTF-8', 'noindex', null]);
  expect(headers.get('permissions-policy')).toContain('camera=(self)');
  expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
});

test('the service worker may control the page itself, and is never cached', async () => {
  const { headers } = await get('/door/sw.js');
  expect([
    headers.get('content-type'),
    headers.get('service-worker-allowed'),
    headers.get('cache-control'),
  ]).toEqual(['text/javascript; charset=utf-8', '/door', 'private, no-cache']);
});

test('it caches every file of the page, and each of them exists and is immutable', async () => {
  const built = await readdir(`${DIST}/door/assets`);
  const kept = await keptFiles();
  expect(kept).toEqual(built.toSorted().map((name) => `/door/assets/${name}`));
  for (const path of kept) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
  expect((await get('/door/assets/none.js')).status).toBe(404);
});

test('its script is at most 150 kB without the code reader', async () => {
  const scripts = (await keptFiles()).filter((path) => path.endsWith('.js') && !path.includes('qr-worker'));
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await (await get(path)).text(), { level: 9 }).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
});

test('it sends no requests to other sites', async () => {
  const page = await (await get('/door')).text();
  const addresses = [...page.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, address]) => address!);
  expect(addresses.filter((address) => !address.startsWith('/'))).toEqual([]);
  for (const address of addresses) expect([address, (await get(address)).status]).toEqual([address, 200]);
});

test('it can be installed on a home screen', async () => {
  const response = await get('/door/manifest.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  const { icons, ...rest } = (await response.json()) as { icons: { src: string }[] };
  expect(rest).toMatchObject({ start_url: '/door', scope: '/door', display: 'standalone' });
  for (const { src } of icons) expect((await get(src)).status).toBe(200);
});

test('opens on the host name that its cookie belongs to', async () => {
  const { port } = new URL(world.siteUrl);
  const response = await fetch(`http://localhost:${port}/door`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, `${world.siteUrl}/door`]);
});
