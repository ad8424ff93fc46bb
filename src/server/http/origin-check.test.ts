import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from './http-env.ts';
import { isOwn, originCheck } from './origin-check.ts';

const OWN = 'https://summit.example.org';

describe('the origin of a request', () => {
  test.each([
    ['a client that is no browser', {}, true],
    ['the site', { origin: OWN, 'sec-fetch-site': 'same-origin' }, true],
    ['the site under the name that it was asked by', { origin: 'https://127.0.0.1:3000' }, true],
    ['the same without encryption', { origin: 'http://127.0.0.1:3000' }, false],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
    ['another site in an old browser', { origin: 'https://evil.example' }, false],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['the site without encryption', { origin: 'http://summit.example.org' }, false],
    ['another port', { origin: 'https://summit.example.org:8443' }, false],
    ['a neighbor', { origin: 'https://news.example.org', 'sec-fetch-site': 'same-site' }, false],
    ['a name that begins alike', { origin: 'https://summit.example.org.evil.example' }, false],
    ['a name in the user part', { origin: 'https://summit.example.org@evil.example' }, false],
    ['an empty origin', { origin: '' }, false],
  ])('is compared with the site’s: %s', (_name, headers, expected) => {
    expect(isOwn(new Headers({ host: '127.0.0.1:3000', ...headers } as Record<string, string>), OWN)).toBe(
      expected,
    );
  });

  test('a site without HTTPS accepts any of its host names', () => {
    const asked = (origin: string) =>
      isOwn(new Headers({ host: 'localhost:3000', origin }), 'http://127.0.0.1:3000');
    expect([
      asked('http://localhost:3000'),
      asked('http://127.0.0.1:3000'),
      asked('http://localhost'),
    ]).toEqual([true, true, false]);
  });

  test("a hidden origin doesn't match a missing Host header", () => {
    expect(isOwn(new Headers({ origin: 'null' }), OWN)).toBe(false);
  });
});

test('only requests that can change something are refused, except webhooks', async () => {
  const app = new Hono<HttpEnv>();
  app.use(originCheck({ publicUrl: OWN }));
  app.all('*', (c) => c.text('done'));
  app.onError((error, c) => c.text(error instanceof Refusal ? error.code : 'other', 403));
  const answer = async (method: string, path: string) => {
    const response = await app.request(path, { method, headers: { origin: 'https://evil.example' } });
    return [response.status, method === 'HEAD' ? '' : await response.text()];
  };

  expect(await answer('GET', '/api/speakers')).toEqual([200, 'done']);
  expect(await answer('HEAD', '/api/speakers')).toEqual([200, '']);
  expect(await answer('OPTIONS', '/api/speakers')).toEqual([200, 'done']);
  expect(await answer('POST', '/api/webhooks/stripe')).toEqual([200, 'done']);
  for (const [method, path] of [
    ['POST', '/api/logout'],
    ['POST', '/api/webhooks'],
    ['POST', '/api/webhooks/../logout'],
    ['POST', '/api/webhooks/%2e%2e/logout'],
    ['DELETE', '/api/admin/orders/1'],
    ['PUT', '/anything'],
    ['PATCH', '/anything'],
  ] as const) {
    expect([path, ...(await answer(method, path))]).toEqual([path, 403, 'wrong_origin']);
  }
});
