import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { createTestDatabase } from '#test/database.ts';
import { limitWindows } from '#test/limit-windows.ts';
import { createWorld, startWorld, stopClock, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { adminUsers, rateLimits, sessions, users } from '../db/tables.ts';
import { isPassword } from './password.ts';
import { setPassword } from './password-sign-in.ts';

const ADMIN = 'admin@example.org';
const GUEST = 'guest@example.org';
const PASSWORD = 'lantern-orchard-42';
const AT = '/api/login/password';

/** Each stored hash names its cost, so that most tests can do with the least. */
const quickHash = [
  ...['scrypt', 2, 8, 1, 'c2FsdA'],
  scryptSync(PASSWORD, 'salt', 32, { N: 2, r: 8, p: 1 }).toString('base64url'),
].join('$');

let world: World;
let closed: World;
beforeAll(async () => {
  const settings = { adminEmails: [ADMIN] };
  world = await createWorld({ protocolNow: stopClock(), settings: { ...settings, acceptsPasswords: true } });
  closed = await createWorld({ settings });
  for (const [{ database }, username] of [
    [world, ADMIN],
    [world, GUEST],
    [closed, ADMIN],
  ] as const)
    await database.db.insert(adminUsers).values({ username, password: quickHash });
});
beforeEach(() => world.database.db.delete(rateLimits));
afterAll(() => Promise.all([world.stop(), closed.stop()]));

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { origin: world.siteUrl, ...headers },
  redirect: 'manual',
});

async function signIn(fields: Record<string, string>, visitor = world.visitor()) {
  const response = await visitor.request(AT, form(fields));
  return {
    visitor,
    status: response.status,
    leadsTo: response.headers.get('location'),
    text: await response.text(),
  };
}

test('the right password signs in, with a new session id and an audit row, and leads back to the page', async () => {
  const visitor = world.visitor();
  await visitor.signIn('sam.rivers@example.org');
  const before = await world.database.db.select({ id: sessions.sid }).from(sessions);
  const right = { email: 'ADMIN@example.org', password: PASSWORD, returnTo: '/admin?tab=check-in' };
  const { status, leadsTo } = await signIn(right, visitor);
  expect([status, leadsTo]).toEqual([303, '/admin?tab=check-in']);
  expect((await visitor.get('/api/admin/stats')).status).toBe(200);
  const after = await world.database.db.select({ id: sessions.sid }).from(sessions);
  expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual([]);
  const trail = await auditRows(world);
  expect(trail.at(-1)).toMatchObject({ action: 'signed_in', actor: ADMIN, details: { by: 'password' } });
});

test('the same person’s other sessions continue', async () => {
  const other = world.visitor();
  await other.signIn(ADMIN);
  await world.database.db.update(users).set({ updatedAt: new Date(0) });
  expect((await signIn({ email: ADMIN, password: PASSWORD })).status).toBe(303);
  expect((await other.get('/api/admin/stats')).status).toBe(200);
  // Accounts are deleted two years after the last sign-in, of either kind.
  const [account] = await world.database.db.select().from(users).where(eq(users.email, ADMIN));
  expect(account!.updatedAt.getTime()).toBeGreaterThan(0);
});

test('signing out leads home, not to the identity provider, which may be down', async () => {
  const { visitor } = await signIn({ email: ADMIN, password: PASSWORD });
  const signedOut = await visitor.request('/api/logout', { method: 'POST', redirect: 'manual' });
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, '/']);
  expect((await visitor.get('/api/auth/user')).status).toBe(401);
});

test.each([
  ['a wrong password', ADMIN, 'lantern-orchard-43'],
  ['an unknown address', 'nobody@example.org', PASSWORD],
  ['no address', 'nobody', PASSWORD],
  ['nothing', '', ''],
])('%s gets the same page, with the address as typed', async (_, email, password) => {
  const { status, text, visitor } = await signIn({ email, password });
  expect(status).toBe(403);
  expect(text).toContain('Wrong email or password.');
  expect(text).toContain(`value="${email}"`);
  expect((await visitor.get('/api/admin/stats')).status).toBe(401);
});

test('a password grants no more than the allow-list does', async () => {
  const { visitor, status } = await signIn({ email: GUEST, password: PASSWORD });
  expect([status, (await visitor.get('/api/admin/stats')).status]).toEqual([303, 403]);
});

test('after ten wrong tries, the right password is refused, too, for a quarter of an hour', async () => {
  for (let n = 0; n < 10; n += 1) {
    const visitor = world.visitor(`203.0.113.${n}`);
    expect((await signIn({ email: ADMIN, password: 'wrong' }, visitor)).status).toBe(403);
  }
  const right = { email: ADMIN, password: PASSWORD };
  const refused = await signIn(right, world.visitor('203.0.113.99'));
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('Too many attempts. Please try again in 15 minutes.');
  expect(await limitWindows(world, 'password:')).toEqual([15]);
  await world.database.db.delete(rateLimits);
  expect((await signIn(right)).status).toBe(303);
});

test('one IP address can try thirty times', async () => {
  const visitor = world.visitor();
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    statuses.push((await signIn({ email: `nobody${n}`, password: 'x' }, visitor)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 403), 429]);
});

test('another site can neither post the form nor be led to', async () => {
  const foreign = form({ email: ADMIN, password: PASSWORD }, { origin: 'https://evil.example' });
  expect((await world.visitor().request(AT, foreign)).status).toBe(403);
  const away = await signIn({ email: ADMIN, password: PASSWORD, returnTo: '//evil.example' });
  expect(away.leadsTo).toBe('/admin');
});

test('unless the operator accepts passwords, there is no such page, and such a session is not signed in', async () => {
  expect((await closed.visitor().get(AT)).status).toBe(404);
  const tried = await closed
    .visitor()
    .request(AT, form({ email: ADMIN, password: PASSWORD }, { origin: closed.siteUrl }));
  expect(tried.status).toBe(404);
  const visitor = closed.visitor();
  await visitor.signIn(ADMIN);
  expect((await visitor.get('/api/admin/stats')).status).toBe(200);
  const [row] = await closed.database.db.select().from(sessions);
  const { user } = row!.sess as { user: object };
  await closed.database.db.update(sessions).set({ sess: { user: { ...user, isByPassword: true } } });
  const statuses = [await visitor.get('/api/admin/stats'), await visitor.get('/api/auth/user')];
  expect(statuses.map((one) => one.status)).toEqual([401, 401]);
});

test('only a salted hash is stored, and a new password replaces the old one', async () => {
  const stored = async () =>
    (await closed.database.db.select().from(adminUsers)).find((one) => one.username === ADMIN)!.password;
  const { db } = closed.database;
  await closed.visitor().signIn(ADMIN);
  await db.update(users).set({ updatedAt: new Date(0) });
  await db.delete(adminUsers);
  await setPassword(db, ADMIN, PASSWORD);
  // Its account counts as used, and stays with it.
  expect((await db.select().from(users))[0]!.updatedAt.getTime()).toBeGreaterThan(0);
  await db.update(adminUsers).set({ setAt: new Date(0) });
  const first = await stored();
  expect(first).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(first).not.toContain(PASSWORD);
  await setPassword(db, ADMIN, 'another-password');
  const saltOf = (hash: string) => hash.split('$')[4];
  expect(saltOf(await stored())).not.toBe(saltOf(first));
  expect((await db.select().from(adminUsers))[0]!.setAt.getTime()).toBeGreaterThan(0);
  expect([
    await isPassword(PASSWORD, await stored()),
    await isPassword('another-password', await stored()),
  ]).toEqual([false, true]);
});

test('a new password ends the sessions of the earlier one, and no others', async () => {
  const byProvider = world.visitor();
  await byProvider.signIn(ADMIN);
  const right = { email: ADMIN, password: PASSWORD };
  const admin = (await signIn(right)).visitor;
  const guest = (await signIn({ ...right, email: GUEST })).visitor;
  await setPassword(world.database.db, 'Admin@example.org', 'another-password');
  const statuses = [admin, guest, byProvider].map(async (one) => (await one.get('/api/auth/user')).status);
  expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
});

test('a start without passwords ends the sessions of those who used one', async () => {
  const database = await createTestDatabase();
  const signedInAt = new Date().toISOString();
  const sessionOf = (sid: string, by: object) => ({
    sid,
    sess: { user: { id: crypto.randomUUID(), email: ADMIN, signedInAt, ...by } },
    expire: new Date(Date.now() + 60_000),
  });
  await database.db
    .insert(sessions)
    .values([sessionOf('by password', { isByPassword: true }), sessionOf('by provider', {})]);
  const site = await startWorld(database);
  expect((await database.db.select().from(sessions)).map(({ sid }) => sid)).toEqual(['by provider']);
  await site.stop();
});
