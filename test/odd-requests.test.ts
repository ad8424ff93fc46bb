import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { createApp } from '#server/app.ts';
import { sql } from '#server/db/drizzle.ts';
import { BAD_SEGMENTS } from './bad-values.ts';
import { checkout } from './factories.ts';
import { allRoutes, faultOf, type Intruder, inTurns, openIntruder, pathOf, SAMPLES } from './intruder.ts';
import { limitWindows } from './limit-windows.ts';
import type { RawResponse } from './raw-request.ts';
import { createWorld, noPages, type World } from './world.ts';

let world: World;
let intruder: Intruder;
beforeAll(async () => {
  world = await createWorld();
  intruder = await openIntruder(world);
  const staff = await world.staff();
  await staff.post(routes.createCoupon.path, { ...(SAMPLES.createCoupon as object), code: 'REAL' });
});
afterAll(() => world.stop());

function isRefused({ status, headers }: RawResponse, own: readonly string[]): boolean {
  return status === 405 && own.every((method) => String(headers.allow).includes(method));
}

describe('methods', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];
  const ownOf = (path: string): string[] =>
    allRoutes.filter(([, one]) => pathOf(one, '1') === path).map(([, one]) => one.method);
  /** Two others in rotation, and all on a few routes: one place refuses them for every route. */
  const calls = allRoutes.map(([name, route], index) => {
    const path = pathOf(route, '1');
    const own = ownOf(path);
    const others = METHODS.filter((method) => !own.includes(method));
    const two = [0, 1].map((n) => others[(2 * index + n) % others.length]!);
    return { name, path, own, methods: index % 40 === 0 ? others : two };
  });

  test('are each tried on several routes', () => {
    for (const method of METHODS)
      expect(calls.filter(({ methods }) => methods.includes(method)).length).toBeGreaterThan(9);
  });

  test.each(calls)('$name refuses other methods', async ({ path, own, methods }) => {
    const responses = await inTurns(methods, async (method) => {
      const response = await intruder.send(path, { method });
      return [
        ...faultOf(method, response),
        ...(isRefused(response, own) ? [] : [`${method}: ${response.status} ${response.headers.allow}`]),
      ];
    });
    expect(responses).toEqual([]);
  });

  test('HEAD gets the status and headers of GET, without a body', async () => {
    for (const path of ['/', '/api/speakers', '/api/admin/stats', '/api/nothing']) {
      const [head, get] = [await intruder.send(path, { method: 'HEAD' }), await intruder.send(path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });

  test('no other site gets permission through CORS', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    for (const method of ['OPTIONS', 'GET']) {
      const response = await intruder.send(routes.getStats.path, { method, headers });
      const granted = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));
      expect([method, granted]).toEqual([method, []]);
    }
  });
});

describe('pages', () => {
  test.each(['/registration/', '/confirmation/', '/', '/assets/', '/admin/'])(
    '%s with a malformed segment never fails',
    async (start) => {
      const headers = { accept: 'text/html' };
      const statuses = await inTurns([...BAD_SEGMENTS], async (segment) => {
        const { status, text } = await intruder.send(`${start}${segment}`, { headers });
        return status < 500 && !/\n\s+at |node_modules/.test(text) ? [] : [`${segment}: ${status}`];
      });
      expect(statuses).toEqual([]);
    },
  );

  test('invalid addresses never fail or redirect', async () => {
    for (const path of [
      '//',
      '//evil.example/',
      '/..;/admin',
      '/%2e%2e/admin',
      '/admin%2f',
      '/.env',
      '/.git/config',
    ]) {
      const { status, headers } = await intruder.send(path, { headers: { accept: 'text/html' } });
      expect([path, status < 500, headers.location]).toEqual([path, true, undefined]);
    }
  });

  test('line breaks in parameters add no header', async () => {
    const { status, headers } = await intruder.send(
      '/api/login?returnTo=/%0d%0aset-cookie:%20a=b&prompt=%0d%0ax',
      { headers: { cookie: '' } },
    );
    expect([status, headers['set-cookie']]).toEqual([302, [expect.stringMatching(/^session=/)]]);
  });
});

describe('failures', () => {
  test('an internal error shows a request id and no internals', async () => {
    await world.database.db.execute(sql`ALTER TABLE speakers RENAME TO gone`);
    const response = await intruder.send(routes.listSpeakers.path);
    await world.database.db.execute(sql`ALTER TABLE gone RENAME TO speakers`);
    const body = JSON.parse(response.text);
    expect(body.requestId).toMatch(/^[\w-]{12}$/);
    expect({ status: response.status, ...body, requestId: '' }).toEqual({
      status: 500,
      code: 'internal',
      message: ERROR_WORDS.internal,
      success: false,
      error: ERROR_WORDS.internal,
      requestId: '',
    });
    expect((await intruder.send(routes.listSpeakers.path)).status).toBe(200);
  });

  test('with a blocked database the page still loads, calls get 503, and staff stay signed in', async () => {
    const blocked = await world.database.pool.connect();
    await blocked.query('BEGIN; LOCK TABLE sessions, event_capacity');
    const [page, capacity, stats] = await Promise.all([
      intruder.send('/', { headers: { accept: 'text/html' } }),
      intruder.send(routes.getCapacityStatus.path, { headers: { cookie: '' } }),
      intruder.send(routes.getStats.path),
    ]);
    await blocked.query('ROLLBACK');
    blocked.release();
    expect(page.status).toBe(200);
    for (const response of [capacity, stats]) {
      expect([response.status, response.headers['retry-after'], JSON.parse(response.text).code]).toEqual([
        503,
        '5',
        'unavailable',
      ]);
    }
    expect((await intruder.send(routes.getStats.path)).status).toBe(200);
  });
});

test('one IP address may try twenty coupons a minute, whatever it puts into X-Forwarded-For; others are not limited', async () => {
  let time = new Date('2025-07-15T16:00:10Z');
  const app = createApp({ ...world.dependencies, protocolNow: () => time }, noPages);
  const guess = (forwarded: string) =>
    app.request(
      `${world.siteUrl}${routes.validateCoupon.path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
        body: JSON.stringify(SAMPLES.validateCoupon),
      },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    );
  const statuses: number[] = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await guess(`198.51.100.${n}, 203.0.113.50`)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  expect(await (await guess('203.0.113.50')).json()).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many attempts. Please wait a minute and try again.',
  });
  expect((await guess('203.0.113.51')).status).toBe(200);
  time = new Date('2025-07-15T16:01:00Z');
  expect((await guess('203.0.113.50')).status).toBe(200);
});

test.each([
  ['an unknown code', { couponCode: 'GUESS' }, 'coupon_unknown'],
  ['an existing code and a wrong amount', { couponCode: 'REAL', amount: 1 }, 'price_changed'],
])('checkouts with %s count toward the twenty a minute', async (_what, changes, code) => {
  const ask = callerAt(code === 'price_changed' ? '203.0.113.60' : '203.0.113.61');
  const codes: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    codes.push((await (await ask(routes.createCheckoutSession.path, checkout(changes))).json()).code);
  }
  expect(codes).toEqual([...Array(20).fill(code), 'too_many_requests']);
  expect((await ask(routes.validateCoupon.path, SAMPLES.validateCoupon)).status).toBe(429);
});

test('one IP address may make sixty checkout calls a minute', async () => {
  const ask = callerAt('203.0.113.63');
  const codes: string[] = [];
  for (let n = 0; n < 61; n += 1) {
    codes.push((await (await ask(routes.createCheckoutSession.path, checkout({ amount: 1 }))).json()).code);
  }
  expect(codes).toEqual([...Array(60).fill('price_changed'), 'too_many_requests']);
  expect(await limitWindows(world, 'checkout:203.0.113.63')).toEqual([1]);
});

test('a school may preview and use its coupon more than twenty times a minute; only refused codes count', async () => {
  const ask = callerAt('203.0.113.62');
  const preview = async (code: string) => {
    const response = await ask(routes.validateCoupon.path, { ...(SAMPLES.validateCoupon as object), code });
    return response.status === 200 ? (await response.json()).valid : response.status;
  };
  const outcomes = [];
  for (let n = 0; n < 22; n += 1) {
    const body = checkout({ couponCode: 'REAL', finalAmount: 18 });
    outcomes.push(await preview('REAL'), (await ask(routes.createCheckoutSession.path, body)).status);
  }
  expect(outcomes).toEqual(Array(22).fill([true, 200]).flat());
  const guesses = [];
  for (let n = 0; n < 22; n += 1) guesses.push(await preview('GUESS'));
  expect(guesses).toEqual([...Array(20).fill(false), 429, 429]);
  const { rows } = await world.database.pool.query(
    "SELECT count FROM rate_limits WHERE key = 'coupon:203.0.113.62'",
  );
  expect(rows).toEqual([{ count: 20 }]);
});

/** Sends JSON from that address with the clock stopped, so that no rate limit's window ends in between. */
function callerAt(address: string) {
  const time = new Date();
  const app = createApp({ ...world.dependencies, protocolNow: () => time }, noPages);
  return (path: string, body: unknown) =>
    app.request(
      `${world.siteUrl}${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    );
}
