import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { sql } from '../db/drizzle.ts';
import { sessions, users } from '../db/tables.ts';

const ADMIN = 'admin@example.org';
const DOOR = 'door@example.org';
const allowList = [ADMIN, DOOR, 'sam.rivers@example.org'];

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock(), settings: { adminEmails: allowList } });
});
afterAll(() => world.stop());

const whoAmI = (visitor: Visitor) => answerOf(visitor.get('/api/auth/user'));

/** Up to the redirect back to the site. */
async function comeBack(visitor: Visitor, email: string, path = '/api/login'): Promise<string> {
  const page = await visitor.open(path);
  const form = { method: 'POST', body: new URLSearchParams(email ? { email } : { cancel: '1' }) };
  let response = await visitor.request(page.url, form);
  for (;;) {
    const next = new URL(response.headers.get('location')!, page.url).href;
    if (next.startsWith(world.siteUrl)) return next;
    response = await visitor.request(next);
  }
}

/** In a session of its own, which tests can end. */
async function signIn(email: string): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.signIn(email);
  return visitor;
}

function adopt(cookie: string | undefined): Visitor {
  const other = world.visitor();
  other.setCookie('session', cookie!);
  return other;
}

describe('signing in', () => {
  test('leads back to the page, as the person, with an audit row', async () => {
    const visitor = world.visitor();
    const page = await visitor.signIn(ADMIN, '/api/login?returnTo=/admin%3Ftab%3Dcheck-in');
    expect([page.status, page.url]).toEqual([200, `${world.siteUrl}/admin?tab=check-in`]);

    const [row] = await world.database.db.select().from(users);
    expect(await whoAmI(visitor)).toEqual({
      status: 200,
      body: {
        id: row!.id,
        email: ADMIN,
        firstName: 'Avery',
        lastName: 'Quinn',
        profileImageUrl: null,
        isAdmin: true,
        isCouponAdmin: true,
      },
    });
    const trail = await auditRows(world);
    expect(trail.map(({ action, actor }) => [action, actor])).toEqual([['signed_in', ADMIN]]);
  });

  test('again signs in the same person', async () => {
    await signIn(ADMIN);
    const rows = await world.database.db.select().from(users);
    expect(rows.filter((row) => row.email === ADMIN)).toHaveLength(1);
  });

  test('redirects only to this site', async () => {
    const page = await world.visitor().signIn(ADMIN, '/api/login?returnTo=/x/..//evil.example');
    expect(page.url).toBe(`${world.siteUrl}/admin`);
  });

  test('asks for another account when requested', async () => {
    const response = await world.visitor().get('/api/login?prompt=login');
    const asked = new URL(response.headers.get('location')!).searchParams;
    expect([asked.get('prompt'), asked.get('code_challenge_method'), asked.get('response_type')]).toEqual([
      'login',
      'S256',
      'code',
    ]);
    const usual = new URL((await world.visitor().get('/api/login?prompt=none')).headers.get('location')!);
    expect(usual.searchParams.get('prompt')).toBeNull();
  });

  test('creates a new session id; the old one no longer works', async () => {
    const visitor = world.visitor();
    const back = await comeBack(visitor, ADMIN);
    const planted = visitor.cookie('session');
    await visitor.open(back);
    expect(visitor.cookie('session')).not.toBe(planted);
    expect((await whoAmI(visitor)).status).toBe(200);
    expect((await whoAmI(adopt(planted))).status).toBe(401);
  });

  test('works in two tabs at once', async () => {
    const visitor = world.visitor();
    const first = await comeBack(visitor, ADMIN, '/api/login?returnTo=/admin?tab=1');
    const second = await comeBack(visitor, ADMIN, '/api/login?returnTo=/admin?tab=2');
    const pages = [await visitor.open(first), await visitor.open(second)];
    expect(pages.map((page) => page.url)).toEqual([
      `${world.siteUrl}/admin?tab=1`,
      `${world.siteUrl}/admin?tab=2`,
    ]);
    expect((await whoAmI(visitor)).body).toMatchObject({ email: ADMIN });
  });
});

describe('a sign-in response', () => {
  const headline = (text: string) => /<h1>(.*)<\/h1>/.exec(text)?.[1];

  test('works once', async () => {
    const visitor = world.visitor();
    const back = await comeBack(visitor, ADMIN);
    await visitor.open(back);
    const again = await visitor.open(back);
    expect([again.status, headline(again.text)]).toEqual([400, 'This sign-in has ended']);
  });

  test.each([
    ['another state', (back: URL) => back.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (back: URL) => back.searchParams.delete('state')],
    ['another code', (back: URL) => back.searchParams.set('code', 'x'.repeat(43))],
    ['no code', (back: URL) => back.searchParams.delete('code')],
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example')],
  ])('with %s signs nobody in', async (_name, spoil) => {
    const visitor = world.visitor();
    const back = new URL(await comeBack(visitor, ADMIN));
    spoil(back);
    expect((await visitor.open(back.href)).status).toBe(400);
    expect((await whoAmI(visitor)).status).toBe(401);
  });

  test("that is somebody else's signs nobody in", async () => {
    const stranger = world.visitor();
    const back = await comeBack(world.visitor(), ADMIN);
    expect((await stranger.open(back)).status).toBe(400);
    await stranger.get('/api/login');
    expect((await stranger.open(back)).status).toBe(400);
    expect((await whoAmI(stranger)).status).toBe(401);
  });

  test('is too late after an hour', async () => {
    const visitor = world.visitor();
    const back = await comeBack(visitor, ADMIN);
    await world.database.db.execute(
      sql`UPDATE sessions SET sess = jsonb_set(sess, '{signIns,0,startedAt}', '"2025-01-01T00:00:00Z"')
        WHERE sess ? 'signIns' AND jsonb_array_length(sess -> 'signIns') = 1`,
    );
    const page = await visitor.open(back);
    expect([page.status, headline(page.text)]).toEqual([400, 'This sign-in has ended']);
  });

  test('that was canceled signs nobody in', async () => {
    const visitor = world.visitor();
    const page = await visitor.open(await comeBack(visitor, ''));
    expect([page.status, headline(page.text)]).toEqual([403, 'You are not signed in']);
    expect((await whoAmI(visitor)).status).toBe(401);
  });

  test("for an address on the list that isn't verified signs nobody in", async () => {
    const visitor = world.visitor();
    const page = await visitor.signIn('sam.rivers@example.org');
    expect([page.status, headline(page.text)]).toEqual([403, 'Access Denied']);
    expect(page.text).toContain('href="/api/login?prompt=login"');
    expect((await whoAmI(visitor)).status).toBe(401);
  });

  test('that is refused gets a page with its own policy', async () => {
    const response = await world.visitor().get('/api/callback');
    const style = /<style>(.*)<\/style>/s.exec(await response.text())![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`);
  });

  test('a blocked database is reported on a page', async () => {
    const client = await world.database.pool.connect();
    await client.query('BEGIN; LOCK TABLE sessions');
    const response = await world.visitor().get('/api/login');
    await client.query('ROLLBACK');
    client.release();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(headline(await response.text())).toBe('You cannot sign in or out right now');
  });

  test('too many tries, a page that is off, and a link on another site are reported on a page, too', async () => {
    const answer = async (visitor: Visitor, path: string) => {
      const response = await visitor.get(path);
      return [response.status, headline(await response.text())];
    };
    const busy = world.visitor('203.0.113.60');
    for (let tries = 0; tries < 60; tries += 1) await busy.get('/api/login');
    expect([
      await answer(busy, '/api/login'),
      await answer(world.visitor(), '/api/login/password'),
      await answer(world.visitor(), '/api/logout'),
    ]).toEqual([
      [429, 'You cannot sign in right now'],
      [404, 'You cannot sign in with a password'],
      [403, 'You were not signed out'],
    ]);
  });
});

describe('who may do what', () => {
  test('staff may use the desk; strangers and people who are not on the list may not', async () => {
    const answers = async (visitor: Visitor) => (await visitor.get('/api/admin/stats')).status;
    const outsider = await signIn('visitor@example.org');
    expect([
      await answers(world.visitor()),
      await answers(outsider),
      await answers(await signIn(ADMIN)),
    ]).toEqual([401, 403, 200]);
    expect((await whoAmI(outsider)).body).toMatchObject({ isAdmin: false, isCouponAdmin: false });
    expect((await whoAmI(await signIn(DOOR))).body).toMatchObject({ isAdmin: true, isCouponAdmin: false });
  });

  test('somebody removed from the list loses access at the next request', async () => {
    const visitor = await signIn(DOOR);
    expect((await visitor.get('/api/admin/stats')).status).toBe(200);
    allowList.splice(allowList.indexOf(DOOR), 1);
    expect((await visitor.get('/api/admin/stats')).status).toBe(403);
    allowList.push(DOOR);
  });
});

describe('signing out', () => {
  test('ends the session here and at the provider, for every copy of the cookie', async () => {
    const visitor = await signIn(ADMIN);
    const kept = visitor.cookie('session');
    const response = await visitor.request('/api/logout', { method: 'POST' });
    const away = new URL(response.headers.get('location')!);
    expect([response.status, away.origin, away.searchParams.get('post_logout_redirect_uri')]).toEqual([
      303,
      world.sandbox.url,
      `${world.siteUrl}/`,
    ]);
    expect((await visitor.open(away.href)).url).toBe(`${world.siteUrl}/`);
    expect(visitor.cookie('session')).toBeUndefined();
    expect((await whoAmI(adopt(kept))).status).toBe(401);
  });

  test.each([
    ['GET', { 'sec-fetch-site': 'same-origin' }, 303],
    ['GET', { 'sec-fetch-site': 'none' }, 303],
    ['GET', { 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', { 'sec-fetch-site': 'same-site' }, 403],
    ['GET', {}, 403],
    ['HEAD', { 'sec-fetch-site': 'cross-site' }, 403],
    ['POST', { origin: 'https://evil.example' }, 403],
    ['POST', { origin: 'null' }, 403],
    ['POST', {}, 303],
  ])('%s with %j: %i', async (method, headers, status) => {
    const visitor = await signIn(ADMIN);
    const kept = visitor.cookie('session');
    const response = await visitor.request('/api/logout', {
      method,
      headers: headers as Record<string, string>,
    });
    expect(response.status).toBe(status);
    expect((await whoAmI(adopt(kept))).status).toBe(status === 303 ? 401 : 200);
  });
});

test('a forged cookie belongs to nobody, and the table stores no cookie', async () => {
  const visitor = await signIn(ADMIN);
  const rows = await world.database.db.select().from(sessions);
  for (const row of rows) expect((await whoAmI(adopt(row.sid.slice(0, 32)))).status).toBe(401);
  const cookie = visitor.cookie('session')!;
  const last = cookie.endsWith('A') ? 'B' : 'A';
  expect((await whoAmI(adopt(cookie.slice(0, -1) + last))).status).toBe(401);
  expect((await whoAmI(adopt(cookie))).status).toBe(200);
});
