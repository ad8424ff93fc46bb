import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS, type ErrorBody } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { createApp } from '#server/app.ts';
import { BAD_SEGMENTS, spoil } from './bad-values.ts';
import { teamOfTen } from './factories.ts';
import { rawRequest } from './raw-request.ts';
import { createWorld, noPages, type World } from './world.ts';

type RouteName = keyof typeof routes;
type WithBody = { [N in RouteName]: (typeof routes)[N] extends { body: unknown } ? N : never }[RouteName];

/** Each request gets one of its own in its place. */
const CHECKOUT_ID = randomUUID();

/** A body that each call takes. The bad ones are made from it. */
const SAMPLES: Record<WithBody, unknown> = {
  validateCoupon: { code: 'SAMPLE', eventType: 'conference', attendeeCount: 1 },
  createCheckoutSession: teamOfTen({
    checkoutId: CHECKOUT_ID,
    jobTitle: 'Teacher',
    dietaryRestrictions: 'None',
    couponCode: null,
    appliedCoupon: null,
    originalAmount: 200,
    discountAmount: 0,
    isEarlyBird: true,
    pricingType: 'group',
    stripeProductId: null,
  }),
  signUpForNewsletter: {
    email: 'jane@example.org',
    firstName: 'Jane',
    lastName: 'Sample',
    organization: null,
    source: 'hero',
  },
  addAttendee: {
    firstName: 'Ada',
    lastName: 'Sample',
    email: 'ada@example.org',
    track: 'caregivers',
    dietaryRestrictions: null,
    orderId: 1,
    isOrganizer: false,
  },
  validateQr: { qrToken: 'T'.padEnd(29, '0') },
  checkIn: { registrationId: 1, method: 'manual_lookup', notes: null },
};

const all = Object.entries(routes) as [RouteName, Route][];
const withBody = Object.entries(SAMPLES) as [WithBody, unknown][];

let world: World;
let staffCookie: string;
let paidOrder: string;
beforeAll(async () => {
  world = await createWorld();
  await world.database.db.execute(sql`UPDATE event_capacity SET max_capacity = 100000`);
  staffCookie = `session=${(await world.staff()).cookie('session')}`;
  const visitor = world.visitor();
  const started = await (await visitor.post('/api/create-checkout-session', teamOfTen())).json();
  await world.pay(started.url);
  await visitor.get(`/api/registrations/${started.transactionId}`);
  paidOrder = started.transactionId;
});
afterAll(() => world.stop());

/** From an address of its own, so that no limit hides what comes behind it. */
let caller = 0;
function send(path: string, options: Parameters<typeof rawRequest>[2] = {}) {
  caller += 1;
  const from = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
  const headers = { cookie: staffCookie, 'x-forwarded-for': from, ...options.headers };
  return rawRequest(world.siteUrl, path, { ...options, headers });
}

function sendJson(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return send(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body).replace(CHECKOUT_ID, randomUUID()),
  });
}

/** Its path, with something at the place of each parameter. */
function pathOf(route: Route, parameter = paidOrder): string {
  return route.path.replaceAll(/\{\w+\}/g, parameter);
}

/** What is wrong with an answer to bad input; empty when it says well that it refuses, or takes it. */
function faultOf(name: string, { status, headers, text }: Awaited<ReturnType<typeof send>>): string[] {
  const fault = (what: string) => [`${name}: ${what} (${status} ${text.slice(0, 200)})`];
  if (status >= 500) return fault('fails');
  if (!String(headers['content-type']).startsWith('application/json')) return fault('is not JSON');
  if (/\n\s+at |node_modules|file:\/\/|select ".*from "/i.test(text)) return fault('shows its inside');
  const body = JSON.parse(text) as Partial<ErrorBody>;
  if (status < 400) return [];
  if (!body.code || ERRORS[body.code]?.[0] !== status) return fault('has no code of that status');
  return body.message && body.requestId ? [] : fault('has no message');
}

describe('a call', () => {
  test.each(withBody)('%s takes its sample', (name, sample) => {
    const { body } = routes[name];
    expect(body.safeParse(sample).error?.issues).toBeUndefined();
  });

  test.each(withBody)('%s: every field spoilt', async (name, sample) => {
    const route = routes[name];
    const spoilt = [...spoil(sample)];
    expect(spoilt.length).toBeGreaterThan(60);
    const faults = await inTurns(spoilt, async (one) =>
      faultOf(one.name, await sendJson(pathOf(route), one.value)),
    );
    expect(faults).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });

  test.each(all.filter(([, route]) => route.path.includes('{')))(
    '%s: paths that no link has',
    async (name, route) => {
      const faults = await inTurns([...BAD_SEGMENTS], async (segment) => {
        const path = pathOf(route, segment);
        const sample = SAMPLES[name as WithBody] ?? {};
        return faultOf(path, await (route.method === 'GET' ? send(path) : sendJson(path, sample)));
      });
      expect(faults).toEqual([]);
    },
  );

  test.each(all.filter(([, route]) => route.query))(
    '%s: queries that no page makes',
    async (_name, route) => {
      const queries = ['search', 'page', 'paid', '__proto__', 'constructor', 'toString'].flatMap((key) =>
        [...BAD_SEGMENTS, '', '1', 'true'].map((value) => `${key}=${value}`),
      );
      const faults = await inTurns(
        [...queries, 'page=1&page=2', 'search[]=x', 'search[a]=x', '&&&=', '%00=%00', '='],
        async (query) => faultOf(query, await send(`${route.path}?${query}`)),
      );
      expect(faults).toEqual([]);
    },
  );
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const large = JSON.stringify({ code: 'x'.repeat(101_000) });
  test.each([
    ['nothing', json, '', 400, 'invalid'],
    ['half of it', json, '{"code": "A', 400, 'invalid'],
    ['no JSON', json, 'code=A', 400, 'invalid'],
    ['NaN', json, '{"attendeeCount": NaN}', 400, 'invalid'],
    ['bytes that are no UTF-8', json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, 'invalid'],
    ['an overlong slash', json, Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 400, 'invalid'],
    ['a list', json, '[]', 400, 'invalid'],
    ['a text', json, '"x"', 400, 'invalid'],
    ['null', json, 'null', 400, 'invalid'],
    ['a depth of 21', json, nested(21), 400, 'invalid'],
    ['a depth of 49,000', json, nested(49_000), 400, 'invalid'],
    ['objects without end', json, '{"a":'.repeat(19_000), 400, 'invalid'],
    ['compressed', { ...json, 'content-encoding': 'gzip' }, Buffer.from([0x1f, 0x8b, 8, 0]), 400, 'invalid'],
    ['101 kB', json, large, 413, 'body_too_large'],
    ['101 kB in chunks', json, large.match(/.{1,10000}/gs)!, 413, 'body_too_large'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'code=A', 415, 'not_json'],
    ['text', { 'content-type': 'text/plain' }, '{}', 415, 'not_json'],
    ['JSON as text', { 'content-type': 'text/plain; application/json' }, '{}', 415, 'not_json'],
    ['some other JSON', { 'content-type': 'application/json-seq' }, '{}', 415, 'not_json'],
    ['no type', {}, '{}', 415, 'not_json'],
  ] as const)('of %s', async (name, headers, body, status, code) => {
    const { path } = routes.validateCoupon;
    const answer = await send(path, { method: 'POST', headers: headers as Record<string, string>, body });
    expect(faultOf(name, answer)).toEqual([]);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code]);
  });

  test('may be twenty deep, and no deeper', async () => {
    const answers = [];
    for (const depth of [19, 20]) {
      const sample = { ...(SAMPLES.validateCoupon as object), more: JSON.parse(nested(depth)) };
      const { status, text } = await sendJson(routes.validateCoupon.path, sample);
      answers.push([status, JSON.parse(text).message]);
    }
    expect(answers).toEqual([
      [200, ERRORS.coupon_unknown[1]],
      [400, 'The request is nested too deeply.'],
    ]);
  });

  test('of a form is as well refused as one of JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sample = Object.entries(SAMPLES.signUpForNewsletter as Record<string, string | null>);
    const forms = BAD_SEGMENTS.flatMap((bad) =>
      sample.map(([spoilt]) =>
        sample
          .map(([key, value]) => `${key}=${key === spoilt ? bad : encodeURIComponent(value ?? '')}`)
          .join('&'),
      ),
    );
    const faults = await inTurns([...forms, '', '&&&', '=', `email=${'x'.repeat(90_000)}`], async (body) => {
      const { status, text } = await send(routes.signUpForNewsletter.path, { method: 'POST', headers, body });
      const isSafe = status < 500 && !/<script>alert|\n\s+at |node_modules/.test(text);
      return isSafe ? [] : [`${body.slice(0, 200)}: ${status}`];
    });
    expect(faults).toEqual([]);
  });

  test('in another writing of its type', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    const body = JSON.stringify(SAMPLES.validateCoupon);
    expect((await send(routes.validateCoupon.path, { method: 'POST', headers, body })).status).toBe(200);
  });

  test('that sets what is not its own to set changes nothing', async () => {
    const row = async () => {
      const [found] = (
        await world.database.db.execute(
          sql`SELECT total_amount, payment_status, seats_held, attendee_data_status FROM orders
            WHERE transaction_id = ${paidOrder}`,
        )
      ).rows;
      return found;
    };
    const before = await row();
    const answer = await sendJson(routes.createCheckoutSession.path, {
      ...teamOfTen({ paymentStatus: 'completed', totalAmount: 0, isAdmin: true }),
      paymentStatus: 'completed',
      id: 1,
      transactionId: paidOrder,
      seatsHeld: false,
      ...JSON.parse('{"__proto__": {"paymentStatus": "completed"}}'),
    });
    expect(answer.status).toBe(200);
    const { transactionId } = JSON.parse(answer.text);
    expect(transactionId).not.toBe(paidOrder);
    expect(await row()).toEqual(before);
    const made = JSON.parse((await send(`/api/order/${transactionId}/confirmation`)).text);
    expect(made.order).toMatchObject({ paymentStatus: 'pending', totalAmount: '200.00' });
  });
});

test('a visitor who goes away in the middle of a body is no failure of the site', async () => {
  const { log } = world.dependencies;
  const lines: string[] = [];
  log.level = 'warn';
  const before = Reflect.get(log, pino.symbols.streamSym);
  Reflect.set(log, pino.symbols.streamSym, { write: (line: string) => void lines.push(line) });
  const { port, hostname } = new URL(world.siteUrl);
  const head = `POST ${routes.validateCoupon.path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`;
  for (const length of ['content-length: 500', 'transfer-encoding: chunked']) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`${head}content-type: application/json\r\n${length}\r\n\r\n4\r\n{"co`);
    await setTimeout(100);
    socket.destroy();
  }
  await setTimeout(200);
  Reflect.set(log, pino.symbols.streamSym, before);
  log.level = 'silent';
  expect(lines).toEqual([]);
});

describe('a method', () => {
  test.each(all)('%s answers no other than its own', async (_name, route) => {
    const path = pathOf(route, '1');
    const own: string[] = all.filter(([, one]) => pathOf(one, '1') === path).map(([, one]) => one.method);
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'].filter(
      (method) => !own.includes(method),
    );
    const answers = await inTurns(others, async (method) => {
      const answer = await send(path, { method });
      return [
        ...faultOf(method, answer),
        ...([404, 405].includes(answer.status) ? [] : [`${method}: ${answer.status}`]),
      ];
    });
    expect(answers).toEqual([]);
  });

  test('HEAD says what GET would, and nothing else', async () => {
    for (const path of ['/', '/api/speakers', '/api/admin/stats', '/api/nothing']) {
      const [head, get] = [await send(path, { method: 'HEAD' }), await send(path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });

  test('no other site is allowed to read or send', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await send(routes.getStats.path, { method, headers });
      const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect([method, granted]).toEqual([method, []]);
    }
  });
});

describe('a page', () => {
  test.each(['/registration/', '/confirmation/', '/', '/assets/', '/admin/'])('%s…', async (start) => {
    const headers = { accept: 'text/html' };
    const statuses = await inTurns([...BAD_SEGMENTS], async (segment) => {
      const { status, text } = await send(`${start}${segment}`, { headers });
      return status < 500 && !/\n\s+at |node_modules/.test(text) ? [] : [`${segment}: ${status}`];
    });
    expect(statuses).toEqual([]);
  });

  test('under names that no link has', async () => {
    for (const path of [
      '//',
      '//evil.example/',
      '/..;/admin',
      '/%2e%2e/admin',
      '/admin%2f',
      '/.env',
      '/.git/config',
    ]) {
      const { status, headers } = await send(path, { headers: { accept: 'text/html' } });
      expect([path, status < 500, headers.location]).toEqual([path, true, undefined]);
    }
  });

  test('hands no header on', async () => {
    const { status, headers } = await send('/api/login?returnTo=/%0d%0aset-cookie:%20a=b&prompt=%0d%0ax');
    expect([status, headers['set-cookie']?.length]).toEqual([302, undefined]);
  });
});

describe('a failure', () => {
  test('inside a call is told without its inside, and with an id to ask about', async () => {
    await world.database.db.execute(sql`ALTER TABLE speakers RENAME TO gone`);
    const answer = await send(routes.listSpeakers.path);
    await world.database.db.execute(sql`ALTER TABLE gone RENAME TO speakers`);
    const body = JSON.parse(answer.text);
    expect(body.requestId).toMatch(/^[\w-]{12}$/);
    expect({ status: answer.status, ...body, requestId: '' }).toEqual({
      status: 500,
      code: 'internal',
      message: ERRORS.internal[1],
      requestId: '',
    });
    expect((await send(routes.listSpeakers.path)).status).toBe(200);
  });

  test('of the database is temporary: pages and calls say so, and staff are not taken for strangers', async () => {
    const blocked = await world.database.pool.connect();
    await blocked.query('BEGIN; LOCK TABLE sessions, event_capacity');
    const [page, capacity, stats] = await Promise.all([
      send('/', { headers: { accept: 'text/html' } }),
      send(routes.getCapacityStatus.path, { headers: { cookie: '' } }),
      send(routes.getStats.path),
    ]);
    await blocked.query('ROLLBACK');
    blocked.release();
    expect(page.status).toBe(200);
    for (const answer of [capacity, stats]) {
      expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.text).code]).toEqual([
        503,
        '5',
        'unavailable',
      ]);
    }
    expect((await send(routes.getStats.path)).status).toBe(200);
  });
});

test('one address may guess twenty coupons a minute, whatever it writes before the proxy; another goes on', async () => {
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
    message: 'Too many tries. Please wait a minute and try again.',
  });
  expect((await guess('203.0.113.51')).status).toBe(200);
  time = new Date('2025-07-15T16:01:00Z');
  expect((await guess('203.0.113.50')).status).toBe(200);
});

/** Eight at a time; all that was found, in one list. */
async function inTurns<T>(work: T[], one: (item: T) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const queue = work.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of queue) found.push(...(await one(item)));
    }),
  );
  return found;
}
