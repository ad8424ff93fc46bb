import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpEnv } from './http-env.ts';
import { openStaticFiles } from './static-files.ts';

const SCRIPT = 'console.log("hello");\n'.repeat(50);
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

let folder: string;
let app: Hono<HttpEnv>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'));
  await mkdir(join(folder, 'assets/deeper'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets/badge-3c4d.png'), PICTURE);
  await writeFile(join(folder, 'assets/notes-5e6f.xyz'), 'x');
  const find = await openStaticFiles(join(folder, 'assets'));
  app = new Hono<HttpEnv>();
  app.get('/:name', async (c) => (await find(c, c.req.param('name'))) ?? c.text('nothing', 404));
});
afterAll(() => rm(folder, { recursive: true }));

async function get(name: string, accepts?: string) {
  const response = await app.request(
    `/${name}`,
    accepts === undefined ? {} : { headers: { 'accept-encoding': accepts } },
  );
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

test.each([
  ['app-1a2b.js', 'text/javascript; charset=utf-8'],
  ['badge-3c4d.png', 'image/png'],
  ['notes-5e6f.xyz', 'application/octet-stream'],
])('%s is served as %s and may be cached forever', async (name, type) => {
  const { response } = await get(name);
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, type, 'public, max-age=31536000, immutable']);
});

describe('compression follows Accept-Encoding', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['br; q=0', null],
    ['brotli', null],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('%s: %s', async (accepts, encoding) => {
    const { response, body } = await get('app-1a2b.js', accepts);
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      encoding,
      'accept-encoding',
    ]);
    const plain = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect(String(plain ? plain(body) : body)).toBe(SCRIPT);
  });

  test('an already compressed file is sent as it is', async () => {
    const { response, body } = await get('badge-3c4d.png', 'br, gzip');
    expect([response.headers.get('content-encoding'), body]).toEqual([null, PICTURE]);
  });
});

test.each([
  'none.js',
  '..%2fsecret.txt',
  '%2e%2e%2fsecret.txt',
  'deeper',
  'deeper%2f',
  '.',
  'app-1a2b.js%00',
  '__proto__',
])('%s is not found', async (name) => {
  expect((await get(name)).response.status).toBe(404);
});

test('a file that could not be read once is read again', async () => {
  const [file, away] = [join(folder, 'assets/late-7a8b.js'), join(folder, 'late-7a8b.js')];
  await writeFile(file, SCRIPT);
  const find = await openStaticFiles(join(folder, 'assets'));
  const site = new Hono<HttpEnv>().get('/:name', async (c) => (await find(c, c.req.param('name')))!);
  site.onError((_, c) => c.text('', 500));
  await rename(file, away);
  expect((await site.request('/late-7a8b.js')).status).toBe(500);
  await rename(away, file);
  expect((await site.request('/late-7a8b.js')).status).toBe(200);
});
