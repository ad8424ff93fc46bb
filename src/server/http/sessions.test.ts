import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { sql } from '../db/drizzle.ts';
import { sessions } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from './http-env.ts';
import { loadSession, purgeSessions, rememberOrder, type Session } from './sessions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2025-07-15T16:00:00Z');

let database: TestDatabase;
let clock = START;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = START;
  await database.db.delete(sessions);
});

function sessionsOf(publicUrl: string) {
  const protocolNow = () => new Date(clock);
  const log = pino({ level: 'silent' });
  return loadSession({ db: database.db, log, protocolNow, randomBytes, settings: { publicUrl } });
}

function createApp(publicUrl = 'http://127.0.0.1:3000') {
  const app = new Hono<HttpEnv>();
  app.use(sessionsOf(publicUrl));
  app.post('/order/:id', async (c) => {
    await rememberOrder(c.get('session'), c.req.param('id'));
    return c.json(c.get('session').data);
  });
  app.post('/sign-in', async (c) => {
    const user = { id: '1', email: 'admin@example.org', signedInAt: new Date(clock).toISOString() };
    await c.get('session').renew((stored) => ({ ...stored, user }));
    return c.json(c.get('session').data);
  });
  app.post('/sign-out', async (c) => {
    await c.get('session').destroy();
    return c.json(c.get('session').data);
  });
  app.get('/own', (c) => Response.json(c.get('session').data, { headers: { 'cache-control': 'no-store' } }));
  app.get('/shared', (c) => c.json({}, 200, { 'cache-control': 'public, max-age=3600' }));
  app.all('*', (c) => c.json(c.get('session').data));
  app.onError((error, c) => c.json({ code: error instanceof Refusal ? error.code : String(error) }, 503));
  return app;
}

/** A browser with one cookie, which it drops in time. */
function browser(app = createApp(), cookie = '') {
  let dropsAt = Number.POSITIVE_INFINITY;
  return {
    cookie,
    async send(method: string, path: string): Promise<{ data: unknown; setCookie: string | null }> {
      if (clock >= dropsAt) this.cookie = '';
      const response = await app.request(path, { method, headers: { cookie: this.cookie } });
      const setCookie = response.headers.get('set-cookie');
      if (setCookie) {
        this.cookie = setCookie.split(';')[0]!;
        dropsAt = clock + Number(/Max-Age=(\d+)/.exec(setCookie)![1]) * 1000;
      }
      return { data: await response.json(), setCookie };
    },
    async read() {
      return (await this.send('GET', '/')).data;
    },
  };
}

const USER = { id: '1', email: 'admin@example.org', signedInAt: '2025-07-15T16:00:00.000Z' };

describe('the session cookie', () => {
  test('is not set until there is something to remember', async () => {
    expect(await browser().send('GET', '/')).toEqual({ data: {}, setCookie: null });
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  test('is unreadable for scripts, and its secret is not stored', async () => {
    const one = browser(createApp('https://summit.example.org'));
    const { setCookie } = await one.send('POST', '/order/A');
    expect(
      setCookie
        ?.replace(/=[\w-]{32};/, '=…;')
        .split('; ')
        .toSorted(),
    ).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax', 'Secure', '__Host-session=…']);
    expect(await one.send('GET', '/')).toEqual({ data: { orders: ['A'] }, setCookie: null });
    const secret = one.cookie.split('=')[1]!;
    expect(JSON.stringify(await database.db.select().from(sessions))).not.toContain(secret);
  });

  test('has no __Host- prefix without HTTPS', async () => {
    const { setCookie } = await browser().send('POST', '/order/A');
    expect(setCookie).toMatch(/^session=[\w-]{32}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('is sent again when the session is renewed, at most every quarter of an hour', async () => {
    const one = browser();
    await one.send('POST', '/order/A');
    const { cookie } = one;
    const sent: boolean[] = [];
    for (const minutes of [15, 1, 14, 1, 1]) {
      clock += (minutes * HOUR) / 60;
      const { setCookie } = await one.send('GET', '/own');
      sent.push(setCookie?.startsWith(`${cookie}; Max-Age=7776000;`) ?? false);
    }
    expect(sent).toEqual([false, true, false, false, true]);
  });

  test('is never in a response that caches share', async () => {
    const one = browser();
    await one.send('POST', '/order/A');
    clock += HOUR;
    expect(await one.send('GET', '/shared')).toEqual({ data: {}, setCookie: null });
    // Nor does that response use up the renewal.
    expect((await one.send('GET', '/own')).setCookie).toMatch(/Max-Age=7776000;/);
  });

  test.each([
    ['reads', HOUR, async () => {}],
    ['remembers an order', HOUR / 6, (session: Session) => rememberOrder(session, 'B')],
  ])('is not sent by a slow request that %s while another tab signs in', async (_name, pause, act) => {
    const one = browser();
    await one.send('POST', '/order/A');
    const kept = one.cookie;
    clock += pause;
    const slow = new Hono<HttpEnv>();
    slow.use(sessionsOf('http://127.0.0.1:3000'));
    slow.post('*', async (c) => {
      await act(c.get('session'));
      await one.send('POST', '/sign-in');
      return c.json({});
    });
    expect((await browser(slow, kept).send('POST', '/')).setCookie).toBeNull();
    expect(await one.read()).toMatchObject({ user: { id: USER.id } });
  });

  test.each([
    'session=',
    'session=x',
    `session=${'A'.repeat(32)}`,
    `session=${'A'.repeat(5_000)}`,
    "session=' OR 1=1",
  ])('with a made-up value %.40s is ignored and replaced', async (forged) => {
    const one = browser(createApp(), forged);
    expect(await one.read()).toEqual({});
    await one.send('POST', '/order/A');
    expect(one.cookie).not.toBe(forged);
    expect(await browser(createApp(), forged).read()).toEqual({});
    expect(await one.read()).toEqual({ orders: ['A'] });
  });
});

describe('the orders that a browser remembers', () => {
  test('are the latest fifty, each once, newest last', async () => {
    const one = browser();
    for (let n = 1; n <= 52; n += 1) await one.send('POST', `/order/${n}`);
    await one.send('POST', '/order/10');
    const kept = Array.from({ length: 50 }, (_, n) => String(n + 3)).filter((id) => id !== '10');
    expect(await one.read()).toEqual({ orders: [...kept, '10'] });
  });

  test('are all kept when two tabs order at once', async () => {
    const one = browser();
    await one.send('POST', '/order/0');
    await Promise.all(Array.from({ length: 10 }, (_, n) => one.send('POST', `/order/${n + 1}`)));
    const { orders } = (await one.read()) as { orders: string[] };
    expect(orders.toSorted()).toEqual(['0', '1', '10', '2', '3', '4', '5', '6', '7', '8', '9']);
  });
});

describe('signing in and out', () => {
  test('signing in creates a new session id, and the old one stops working', async () => {
    const victim = browser();
    await victim.send('POST', '/order/A');
    const planted = victim.cookie;
    await victim.send('POST', '/sign-in');
    expect(victim.cookie).not.toBe(planted);
    expect(await victim.read()).toEqual({ orders: ['A'], user: USER });
    expect(await browser(createApp(), planted).read()).toEqual({});
  });

  test("signing out deletes the session, and a kept cookie doesn't restore it", async () => {
    const one = browser();
    await one.send('POST', '/sign-in');
    const kept = one.cookie;
    const { setCookie } = await one.send('POST', '/sign-out');
    expect(setCookie).toBe('session=; Max-Age=0; Path=/');
    expect(await database.db.select().from(sessions)).toEqual([]);
    const thief = browser(createApp(), kept);
    expect(await thief.read()).toEqual({});
    await thief.send('POST', '/order/A');
    expect(await thief.read()).toEqual({ orders: ['A'] });
  });

  test("a request that began before signing out doesn't restore the session", async () => {
    const one = browser();
    await one.send('POST', '/sign-in');
    const late = new Hono<HttpEnv>();
    late.use(sessionsOf('http://127.0.0.1:3000'));
    late.post('*', async (c) => {
      await browser(createApp(), one.cookie).send('POST', '/sign-out');
      await rememberOrder(c.get('session'), 'A');
      return c.json(c.get('session').data);
    });
    expect((await browser(late, one.cookie).send('POST', '/')).data).toEqual({ orders: ['A'] });
  });
});

describe('how long a session lasts', () => {
  test.each([
    ['idle just short of twelve hours', [12 * HOUR - 1], true],
    ['idle for twelve hours', [12 * HOUR], false],
    ['in use every eleven hours for six days', Array.from({ length: 13 }, () => 11 * HOUR), true],
    [
      'in use every hour for a week but a moment',
      [...Array.from({ length: 167 }, () => HOUR), HOUR - 1],
      true,
    ],
    ['in use every hour for a week', Array.from({ length: 168 }, () => HOUR), false],
  ])('staff, %s', async (_name, pauses, isLive) => {
    const one = browser();
    await one.send('POST', '/sign-in');
    for (const [index, pause] of pauses.entries()) {
      clock += pause;
      if (index < pauses.length - 1) await one.read();
    }
    expect(await one.read()).toEqual(isLive ? { user: USER } : {});
  });

  test('a visitor who comes back within 90 days finds the orders', async () => {
    const one = browser();
    await one.send('POST', '/order/A');
    clock += 90 * DAY - 1;
    expect(await one.read()).toEqual({ orders: ['A'] });
    clock += 90 * DAY;
    expect(await one.read()).toEqual({});
  });

  test('a visitor who comes back every 60 days keeps finding the orders', async () => {
    const one = browser();
    await one.send('POST', '/order/A');
    for (let visit = 1; visit <= 3; visit += 1) {
      clock += 60 * DAY;
      expect(await one.read()).toEqual({ orders: ['A'] });
    }
  });

  test('another order counts as a visit, however soon', async () => {
    const one = browser();
    await one.send('POST', '/order/A');
    clock += HOUR / 6;
    await one.send('POST', '/order/B');
    clock += 90 * DAY - 1;
    expect(await browser(createApp(), one.cookie).read()).toEqual({ orders: ['A', 'B'] });
  });

  test('an expired session is neither read, changed nor renewed, and the purge deletes it', async () => {
    const one = browser();
    await one.send('POST', '/sign-in');
    const stale = one.cookie;
    await browser().send('POST', '/order/B');
    clock += 12 * HOUR;
    const changed = await browser(createApp(), stale).send('POST', '/order/A');
    expect(changed.data).toEqual({ orders: ['A'] });
    const renewed = await browser(createApp(), stale).send('POST', '/sign-in');
    expect(renewed.data).toEqual({ user: { ...USER, signedInAt: '2025-07-16T04:00:00.000Z' } });

    await browser().send('POST', '/sign-in');
    clock += 12 * HOUR;
    await purgeSessions(database.db, new Date(clock));
    const left = await database.db.select().from(sessions);
    expect(
      left.map((row) => row.sess).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    ).toEqual([{ orders: ['A'] }, { orders: ['B'] }]);
  });
});

test('while the sessions table is unavailable visitors are anonymous and keep their cookie, and staff wait', async () => {
  const one = browser();
  await one.send('POST', '/sign-in');
  await database.db.execute(sql`ALTER TABLE sessions RENAME TO gone`);
  const page = await one.send('GET', '/');
  const calls = [await one.send('GET', '/api/admin/orders'), await one.send('GET', '/api/auth/user')];
  await database.db.execute(sql`ALTER TABLE gone RENAME TO sessions`);

  expect(page).toEqual({ data: {}, setCookie: null });
  expect(calls.map((call) => call.data)).toEqual([{ code: 'unavailable' }, { code: 'unavailable' }]);
  expect(await one.read()).toEqual({ user: USER });
});
