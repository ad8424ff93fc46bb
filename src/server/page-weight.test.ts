import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#test/world.ts';
import { openBuiltPages } from './http/pages.ts';

// What pages load is in the build's manifest: a page's own file, and all that it imports.

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const KILOBYTE = 1000;
const OF_THE_DESK = /^assets\/desk-[\w-]*\.js$/;
const OF_THE_DOOR = /^assets\/(check-in-tab|zxing|qr-worker)[\w-]*\.(js|wasm)$/;

interface Part {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
let manifest: Record<string, Part>;
let world: World;
beforeAll(async () => {
  manifest = JSON.parse(await readFile(`${dist}/web/.vite/manifest.json`, 'utf8')) as typeof manifest;
  world = await createWorld({ pages: await openBuiltPages(dist) });
});
afterAll(() => world.stop());

/** The files that these sources and their imports became. */
function filesOf(...sources: string[]): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  for (const left = sources; left.length > 0; ) {
    const name = left.pop()!;
    if (seen.has(name)) continue;
    seen.add(name);
    const { file, imports = [], css = [], assets = [] } = manifest[name]!;
    for (const one of [file, ...css, ...assets]) files.add(one);
    left.push(...imports);
  }
  return [...files];
}

/** Bytes as sent to a browser that accepts gzip. */
function transferred(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' };
    const request = get(world.siteUrl + path, { headers }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
      });
      response.on('end', () => {
        expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, 'gzip']);
        resolve(size);
      });
    });
    request.on('error', reject);
  });
}

async function weigh(files: readonly string[], ending: '.js' | '.css'): Promise<number> {
  const sizes = await Promise.all(
    files.filter((one) => one.endsWith(ending)).map((one) => transferred(`/${one}`)),
  );
  expect(sizes.length).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

const ofTheDoor = (files: readonly string[]) => files.filter((one) => OF_THE_DOOR.test(one));
const ofTheDesk = (files: readonly string[]) => files.filter((one) => OF_THE_DESK.test(one));

test('the registration page has at most 120 kB of scripts, and nothing of the door', async () => {
  const files = filesOf('public-page.ts', 'islands/hydrate-island.tsx', 'register/register-main.tsx');
  expect(await weigh(files, '.js')).toBeLessThanOrEqual(120 * KILOBYTE);
  expect(ofTheDoor(files)).toEqual([]);
});

test.each([
  ['the summary', 'checkout/checkout-page.tsx'],
  ['the card form', 'checkout/card/card-page.tsx'],
])('%s has at most 150 kB of scripts and 15 kB of styles, and nothing of the door', async (_, page) => {
  const files = filesOf('app.html', page);
  expect(await weigh(files, '.js')).toBeLessThanOrEqual(150 * KILOBYTE);
  expect(await weigh(files, '.css')).toBeLessThanOrEqual(15 * KILOBYTE);
  expect(ofTheDoor(files)).toEqual([]);
});

test.each([
  ['an order', 'order/confirmation-page.tsx'],
  ["a ticket's own page", 'my-ticket/my-ticket-page.tsx'],
  ["a seat's link", 'claim/claim-page.tsx'],
])('%s has nothing of the desk', (_, page) => {
  expect(ofTheDesk(filesOf('app.html', page))).toEqual([]);
  expect(ofTheDesk(filesOf('app.html', 'admin/orders/orders-tab.tsx'))).toHaveLength(1);
});

test("the door's own code comes with its tab alone", () => {
  const desk = ['app.html', 'admin/frame/admin-page.tsx'];
  expect(ofTheDoor(filesOf(...desk, 'admin/orders/orders-tab.tsx'))).toEqual([]);
  expect(ofTheDoor(filesOf(...desk, 'check-in/check-in-tab.tsx')).length).toBeGreaterThan(0);
});

test.each([
  ['/', 32, 20],
  ['/register', 25, 20],
  ['/privacy', 20, 8],
])('%s is sent in at most %i kB, with its style inlined and no other style', async (path, most, mostHtml) => {
  const html = await (await fetch(world.siteUrl + path)).text();
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!);
  expect(styles).toHaveLength(1);
  expect(html).not.toMatch(/rel="stylesheet"/);
  expect(gzipSync(styles[0]!).byteLength).toBeLessThanOrEqual(12 * KILOBYTE);
  expect(gzipSync(html.replace(styles[0]!, '')).byteLength).toBeLessThanOrEqual(mostHtml * KILOBYTE);
  expect(await transferred(path)).toBeLessThanOrEqual(most * KILOBYTE);
});

test('the landing page loads at most 15 kB of scripts at once, and its pictures lazily', async () => {
  // React isn't included; it comes with the first island that hydrates.
  expect(await weigh(filesOf('public-page.ts'), '.js')).toBeLessThanOrEqual(15 * KILOBYTE);
  const html = await (await fetch(world.siteUrl)).text();
  expect(html).toMatch(/<img /);
  expect(html).not.toMatch(/<img (?![^>]*\bloading="lazy")/);
});
