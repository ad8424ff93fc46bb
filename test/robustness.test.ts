import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { BAD_SEGMENTS, BAD_VALUES, spoil } from './bad-values.ts';
import { buy } from './buy.ts';
import { checkout, teamOfTen } from './factories.ts';
import {
  allRoutes,
  CHECKOUT_ID,
  faultOf,
  type Intruder,
  inTurns,
  openIntruder,
  pathOf,
  routesWithBody,
  SAMPLES,
  type WithBody,
} from './intruder.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let intruder: Intruder;
let paidOrder: string;
beforeAll(async () => {
  world = await createWorld();
  await world.database.db.execute(sql`UPDATE event_capacity SET max_capacity = 100000`);
  intruder = await openIntruder(world);
  paidOrder = (await buy(world, teamOfTen())).transactionId;
});
afterAll(() => world.stop());

/** A request as Node announces it once its headers have arrived. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/** The next request that any server in this process receives. */
function nextArrival(): Promise<Arrival> {
  const channel = 'http.server.request.start';
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      unsubscribe(channel, listen);
      resolve(message as Arrival);
    };
    subscribe(channel, listen);
  });
}

/** One in that many. Sending every combination takes minutes and is torture's job. */
function oneIn<T>(count: number, all: Iterable<T>, first = 0): T[] {
  return [...all].filter((_, index) => index % count === first % count);
}

/** Each field has 35 bad values in a row, so one in 35 has one of every field and, over many fields, every bad value. */
const someBroken = (sample: unknown, first = 0) => oneIn(BAD_VALUES.length, spoil(sample), first);

/** The fields that have a bad value, or the bad values that a field has. */
const partsOf = (broken: Iterable<{ name: string }>, part: 'field' | 'value') =>
  new Set(
    [...broken]
      .map(({ name }) => name.split(' as bad value '))
      .filter(([, value]) => value)
      .map(([field, value]) => (part === 'field' ? field : value)),
  );

describe('a call', () => {
  test.each(routesWithBody)('%s accepts its sample', (name, sample) => {
    const { body } = routes[name];
    expect(body.safeParse(sample).error?.issues).toBeUndefined();
  });

  const numberedBodies = routesWithBody.map(([name, sample], index) => ({ name, sample, index }));
  test.each(numberedBodies)('$name survives a bad value in every field', async ({ name, sample, index }) => {
    const route = routes[name];
    const broken = someBroken(sample, index);
    expect(partsOf(broken, 'field')).toEqual(partsOf(spoil(sample), 'field'));
    const faults = await inTurns(broken, async (one) =>
      faultOf(one.name, await intruder.sendJson(pathOf(route, paidOrder), one.value)),
    );
    expect(faults).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });

  test('is tried with each bad value in some field', () => {
    const broken = numberedBodies.flatMap(({ sample, index }) => someBroken(sample, index));
    expect(partsOf(broken, 'value').size).toBe(BAD_VALUES.length);
  });

  const numbered = (those: typeof allRoutes) => those.map(([name, route], index) => ({ name, route, index }));
  test.each(numbered(allRoutes.filter(([, route]) => route.path.includes('{'))))(
    '$name survives paths that no link has',
    async ({ name, route, index }) => {
      // Each route gets a different sixth of them.
      const faults = await inTurns(oneIn(6, BAD_SEGMENTS, index), async (segment) => {
        const path = pathOf(route, segment);
        const sample = SAMPLES[name as WithBody] ?? {};
        return faultOf(
          path,
          await (route.method === 'GET' ? intruder.send(path) : intruder.sendJson(path, sample)),
        );
      });
      expect(faults).toEqual([]);
    },
  );

  test.each(numbered(allRoutes.filter(([, route]) => route.query)))(
    '$name survives queries that no page makes',
    async ({ route, index }) => {
      const queries = ['search', 'page', 'paid', '__proto__', 'constructor', 'toString'].flatMap((key) =>
        [...BAD_SEGMENTS, '', '1', 'true'].map((value) => `${key}=${value}`),
      );
      const faults = await inTurns(
        [...oneIn(11, queries, index), 'page=1&page=2', 'search[]=x', 'search[a]=x', '&&&=', '%00=%00', '='],
        async (query) => faultOf(query, await intruder.send(`${route.path}?${query}`)),
      );
      expect(faults).toEqual([]);
    },
  );
});

describe('a registration that is sent as text', () => {
  const sampleOf = () => checkout({ checkoutId: CHECKOUT_ID, dietaryRestrictions: 'None' });
  const asText = (registrationData: unknown) => ({
    ...sampleOf(),
    registrationData: JSON.stringify(registrationData) ?? 'undefined',
  });

  test('is accepted', async () => {
    const response = await intruder.sendJson(
      routes.createCheckoutSession.path,
      asText(sampleOf().registrationData),
    );
    expect(response.status).toBe(200);
  });

  test('never makes the site fail with a bad value in any field', async () => {
    const broken = someBroken(sampleOf().registrationData);
    const faults = await inTurns(broken, async ({ name, value }) =>
      faultOf(name, await intruder.sendJson(routes.createCheckoutSession.path, asText(value))),
    );
    expect(faults).toEqual([]);
  });

  test.each([
    [
      'half a surrogate pair',
      { lastName: '\ud800' },
      'The request contains characters that cannot be stored.',
    ],
    ['NUL', { lastName: 'a\0b' }, null],
    ['a depth of 49', { appliedCoupon: deep(49) }, 'The request is nested too deeply.'],
  ])('is refused like any body for %s', async (_what, changes, message) => {
    const { registrationData } = checkout(changes);
    const { status, text } = await intruder.sendJson(
      routes.createCheckoutSession.path,
      asText(registrationData),
    );
    expect([status, JSON.parse(text).code]).toEqual([400, 'invalid']);
    if (message) expect(JSON.parse(text).message).toBe(message);
  });
});

function deep(depth: number): unknown {
  return depth === 0 ? 1 : [deep(depth - 1)];
}

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
  ] as const)('of %s is refused', async (name, headers, body, status, code) => {
    const { path } = routes.validateCoupon;
    const response = await intruder.send(path, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    });
    expect(faultOf(name, response)).toEqual([]);
    expect([response.status, JSON.parse(response.text).code]).toEqual([status, code]);
  });

  test('may be twenty deep, and no deeper', async () => {
    const responses = [];
    for (const depth of [19, 20]) {
      const sample = { ...(SAMPLES.validateCoupon as object), more: JSON.parse(nested(depth)) };
      const { status, text } = await intruder.sendJson(routes.validateCoupon.path, sample);
      responses.push([status, JSON.parse(text).message]);
    }
    expect(responses).toEqual([
      [200, ERROR_WORDS.coupon_unknown],
      [400, 'The request is nested too deeply.'],
    ]);
  });

  test('from a form is refused like JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sample = Object.entries(SAMPLES.signUpForNewsletter as Record<string, string | null>);
    const forms = BAD_SEGMENTS.flatMap((bad) =>
      sample.map(([broken]) =>
        sample
          .map(([key, value]) => `${key}=${key === broken ? bad : encodeURIComponent(value ?? '')}`)
          .join('&'),
      ),
    );
    const faults = await inTurns(
      [...oneIn(3, forms), '', '&&&', '=', `email=${'x'.repeat(90_000)}`],
      async (body) => {
        const { status, text } = await intruder.send(routes.signUpForNewsletter.path, {
          method: 'POST',
          headers,
          body,
        });
        const isSafe = status < 500 && !/<script>alert|\n\s+at |node_modules/.test(text);
        return isSafe ? [] : [`${body.slice(0, 200)}: ${status}`];
      },
    );
    expect(faults).toEqual([]);
  });

  test('with another spelling of its content type is accepted', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    const body = JSON.stringify(SAMPLES.validateCoupon);
    expect((await intruder.send(routes.validateCoupon.path, { method: 'POST', headers, body })).status).toBe(
      200,
    );
  });

  test('with fields that it may not set changes nothing', async () => {
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
    const response = await intruder.sendJson(routes.createCheckoutSession.path, {
      ...teamOfTen({ paymentStatus: 'completed', totalAmount: 0, isAdmin: true }),
      paymentStatus: 'completed',
      id: 1,
      transactionId: paidOrder,
      seatsHeld: false,
      ...JSON.parse('{"__proto__": {"paymentStatus": "completed"}}'),
    });
    expect(response.status).toBe(200);
    const { transactionId } = JSON.parse(response.text);
    expect(transactionId).not.toBe(paidOrder);
    expect(await row()).toEqual(before);
    const made = JSON.parse((await intruder.send(`/api/order/${transactionId}/confirmation`)).text);
    expect(made.order).toMatchObject({ paymentStatus: 'pending', totalAmount: '200.00' });
  });
});

test('a visitor who disconnects during a body causes no error', async () => {
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
    const arrival = nextArrival();
    socket.write(`${head}content-type: application/json\r\n${length}\r\n\r\n4\r\n{"co`);
    const { response } = await arrival;
    socket.destroy();
    await once(response, 'close');
  }
  // Anything the site would log about them, it logs before responding to the next one.
  await world.visitor().get('/health/live');
  Reflect.set(log, pino.symbols.streamSym, before);
  log.level = 'silent';
  expect(lines).toEqual([]);
});

test('a call refused before its body arrives leaves the connection open for the next one', async () => {
  const { port, hostname } = new URL(world.siteUrl);
  const host = `HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`;
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // Runs immediately what the site schedules.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  // Also after a failure: other files share this process.
  onTestFinished(() => void vi.useRealTimers());
  socket.write(`POST /api/admin/check-in ${host}content-type: application/json\r\ncontent-length: 2\r\n\r\n`);
  await vi.waitFor(() => expect(received).toContain('HTTP/1.1 401'), { timeout: 15_000, interval: 5 });
  // Only those: the job queue sets a timer again until its time has really come.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  socket.write(`{}GET /api/auth/user ${host}connection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401']);
});

test('headers that never end are cut off within seconds of their limit', async () => {
  const arrival = nextArrival();
  await world.visitor().get('/health/live');
  const { server } = await arrival;
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 25_000]);
  server.headersTimeout = 1;
  const { port, hostname } = new URL(world.siteUrl);
  const socket = connect(Number(port), hostname);
  socket.resume().write('GET /api/packages HTTP/1.1\r\nhost: ');
  // Node checks at a longer interval than a test may take.
  await once(socket, 'close');
  server.headersTimeout = 10_000;
});
