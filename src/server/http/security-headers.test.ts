import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, noPages, type World } from '#test/world.ts';
import { createApp } from '../app.ts';
import type { Settings } from '../settings.ts';
import { headersFor } from './security-headers.ts';

const SITE = {
  publicUrl: 'https://summit.example.org',
  oidc: { issuer: 'https://accounts.example.org/realm' },
  analyticsId: null,
  square: null,
} as Settings;

describe('the security headers', () => {
  test('of a page allow nothing but the site and its sign-in', () => {
    expect(headersFor(SITE)('/')).toEqual({
      'content-security-policy': [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "worker-src 'self'",
        "form-action 'self' https://accounts.example.org",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        'report-uri /api/policy-reports',
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cache-control': 'private, no-cache',
    });
  });

  test('name inline styles by their hash', () => {
    const headers = headersFor(SITE)('/', ['sha256-style']);
    const policy = headers['content-security-policy']!.split('; ');
    expect([policy[1], policy[2]]).toEqual(["script-src 'self'", "style-src 'self' 'sha256-style'"]);
  });

  test.each([
    ['/', false, 'same-origin', 'private, no-cache'],
    ['/register', false, 'same-origin', 'private, no-cache'],
    ['/assets/app-1a2b3c.js', true, 'same-origin', 'private, no-cache'],
    ['/checkout', false, 'same-origin', 'private, no-cache'],
    ['/checkout/square-payment', false, 'no-referrer', 'no-store'],
    ['/checkout-success', false, 'no-referrer', 'no-store'],
    ['/registration/4KD9', false, 'no-referrer', 'no-store'],
    ['/confirmation', false, 'no-referrer', 'no-store'],
    ['/confirmation/4KD9', false, 'no-referrer', 'no-store'],
    ['/my-ticket', false, 'no-referrer', 'no-store'],
    ['/admin', true, 'same-origin', 'no-store'],
    ['/admin/coupons', true, 'same-origin', 'no-store'],
    ['/administrator', false, 'same-origin', 'private, no-cache'],
    ['/door', true, 'same-origin', 'private, no-cache'],
    ['/door/assets/qr-worker-1a2b3c.js', true, 'same-origin', 'private, no-cache'],
    ['/doors', false, 'same-origin', 'private, no-cache'],
    ['/api/speakers', false, 'same-origin', 'no-store'],
    ['/api/admin/orders', false, 'same-origin', 'no-store'],
  ])(
    'depend on the path: %s has WebAssembly %s, referrer %s, cache %s',
    (path, mayCompile, referrer, cache) => {
      const headers = headersFor(SITE)(path);
      expect([
        headers['content-security-policy']!.includes("script-src 'self' 'wasm-unsafe-eval';"),
        headers['referrer-policy'],
        headers['cache-control'],
      ]).toEqual([mayCompile, referrer, cache]);
    },
  );

  describe('with Square', () => {
    const CARD = '/checkout/square-payment';
    /** The directives that differ from those of the same page without Square. */
    const differences = (path: string, scriptUrl: string) => {
      const [usual, given] = [SITE, { ...SITE, square: { scriptUrl } } as Settings].map((settings) =>
        headersFor(settings)(path)['content-security-policy']!.split('; '),
      );
      return given!.filter((one) => !usual!.includes(one));
    };

    test.each([
      ['https://web.squarecdn.com', 'squareup.com'],
      ['https://sandbox.web.squarecdn.com', 'squareupsandbox.com'],
    ])('allow %s and its calls to %s', (origin, domain) => {
      expect(differences(CARD, `${origin}/v1/square.js`)).toEqual([
        `script-src 'self' ${origin}`,
        `style-src 'self' ${origin}`,
        "font-src 'self' https://square-fonts-production-f.squarecdn.com https://d1g145x70srn7h.cloudfront.net",
        `connect-src 'self' ${origin} https://pci-connect.${domain} https://o160250.ingest.sentry.io`,
        "frame-src 'self' https:",
        "form-action 'self' https://accounts.example.org https:",
      ]);
    });

    test('allow analytics everywhere but on the card form', () => {
      const headers = headersFor({ ...SITE, analyticsId: 'G-SAMPLE' });
      const tagged = (path: string) => headers(path)['content-security-policy']!.includes('google');
      expect([CARD, '/checkout', '/', '/checkout-success'].map(tagged)).toEqual([false, true, true, true]);
    });

    test("allow only the script's own origin if it isn't Square's", () => {
      expect(differences(CARD, 'http://127.0.0.1:4010/square/web/v1/square.js')).toEqual([
        "script-src 'self' http://127.0.0.1:4010",
        "connect-src 'self' http://127.0.0.1:4010",
        "frame-src 'self' http://127.0.0.1:4010",
      ]);
    });

    test.each([
      '/',
      '/register',
      '/checkout',
      '/checkout/',
      '/checkout/square-payment/',
      '/checkout/square-payment/more',
      '/checkout-success',
      '/confirmation/4KD9',
      '/admin',
      '/assets/card-page-1a2b3c.js',
      '/api/square/process-payment',
    ])('allow no payment origin at %s', (path) => {
      expect(differences(path, 'https://web.squarecdn.com/v1/square.js')).toEqual([]);
    });
  });

  test('allow the camera only on staff pages', () => {
    const camera = (path: string) => headersFor(SITE)(path)['permissions-policy'];
    expect(camera('/admin')).toBe('camera=(self), microphone=(), geolocation=(), payment=()');
    expect(camera('/assets/scan.js')).toBe('camera=(), microphone=(), geolocation=(), payment=()');
  });

  test('require HTTPS only if the site has it', () => {
    const headers = headersFor({ ...SITE, publicUrl: 'http://summit.example.org' })('/', ['sha256-A=']);
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['content-security-policy']).toContain("; style-src 'self' 'sha256-A='; ");
  });
});

describe('every response has the security headers', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.stop());

  /** The headers that differ from the table. */
  function findDifferences(path: string, headers: Headers): [string, string | null][] {
    const expected = headersFor(world.dependencies.settings)(path);
    return Object.entries(expected).flatMap(([name, value]) => {
      const given = headers.get(name);
      // A route may make a public file cacheable, but never a personal response.
      if (value === 'private, no-cache' && given !== null && given !== 'no-store') return [];
      return given?.replaceAll(/ 'sha256-[^']+'/g, '') === value
        ? []
        : [[name, given] as [string, string | null]];
    });
  }

  test('on each route called by a stranger', async () => {
    const app = createApp(world.dependencies, noPages);
    const routes = app.routes.filter(({ method, path }) => method !== 'ALL' || !path.includes('*'));
    const statuses = new Map<string, number>();
    for (const { method, path: pattern } of routes) {
      const path = pattern.replace('*', 'nothing-here').replaceAll(/:\w+/g, '999');
      const response = await app.request(`${world.siteUrl}${path}`, { method }, {});
      expect([method, path, findDifferences(path, response.headers)]).toEqual([method, path, []]);
      statuses.set(`${method} ${pattern}`, response.status);
    }
    expect(statuses.get('GET /')).toBe(200);
    expect(statuses.get('GET /assets/:name')).toBe(404);
    expect(statuses.get('GET /api/login')).toBe(302);
    expect(statuses.get('GET /api/callback')).toBe(400);
    expect(statuses.get('GET /api/admin/stats')).toBe(401);
  });

  test.each([
    ['nothing there', '/nothing', {}, 404],
    ['no such call', '/api/nothing', {}, 404],
    ['another site', '/api/logout', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
    ['no JSON', '/api/coupons/validate', { method: 'POST', body: 'x' }, 415],
    ['too large', '/api/coupons/validate', json('x'.repeat(200_000)), 413],
  ] as [string, string, RequestInit, number][])('on a refusal: %s', async (_name, path, init, status) => {
    const response = await world.visitor().request(path, init);
    expect([response.status, findDifferences(path, response.headers)]).toEqual([status, []]);
  });

  test('on an internal error', async () => {
    const app = createApp(world.dependencies, {
      ...noPages,
      appPage: () => Promise.reject(new Error('the page is gone')),
    });
    const response = await app.request(`${world.siteUrl}/confirmation/4KD9`, {}, {});
    expect([response.status, findDifferences('/confirmation/4KD9', response.headers)]).toEqual([500, []]);
    expect(await response.text()).not.toContain('the page is gone');
  });

  test('on a file with a hash in its name, cached forever', async () => {
    const app = createApp(world.dependencies, {
      ...noPages,
      asset: async (c) => {
        c.header('cache-control', 'public, max-age=31536000, immutable');
        return c.body('x');
      },
    });
    const response = await app.request(`${world.siteUrl}/assets/app-1a2b3c.js`, {}, {});
    expect([
      response.headers.get('cache-control'),
      findDifferences('/assets/app-1a2b3c.js', response.headers),
    ]).toEqual(['public, max-age=31536000, immutable', []]);
  });
});

function json(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
