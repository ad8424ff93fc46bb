import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { canonicalUrl } from './canonical-url.ts';
import type { HttpEnv } from './http-env.ts';

test.each([
  ['http://localhost:3000/door?a=b', 'http://127.0.0.1:3000/door?a=b'],
  ['http://127.0.0.2:3000/door', 'http://127.0.0.1:3000/door'],
  ['http://127.0.0.1:3000/door', null],
  ['http://summit.example.org/door', null],
])('%s on a site at 127.0.0.1 is %s', async (url, elsewhere) => {
  const app = new Hono<HttpEnv>();
  app.get('*', (c) => c.json(canonicalUrl(c, new URL('http://127.0.0.1:3000'))));
  expect(await (await app.request(url)).json()).toBe(elsewhere);
});
