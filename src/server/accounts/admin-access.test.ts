import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { auditRows } from '#test/audit-rows.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, noPages, type World } from '#test/world.ts';
import { createApp } from '../app.ts';
import { sql } from '../db/drizzle.ts';
import { registrationAudit, sessions } from '../db/tables.ts';

const ADMIN = 'admin@example.org';
const DOOR = 'door@example.org';
const allowList = [ADMIN, DOOR];

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { adminEmails: allowList } });
});
afterAll(() => world.stop());

/** In a session of its own, which tests can end. */
async function signIn(email: string): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.signIn(email);
  return visitor;
}

const guarded = Object.entries<Route>(routes).filter(([, { permission }]) =>
  ['admin', 'coupon_admin'].includes(permission),
);
const COUPON_CALLS = [
  'listCoupons',
  'createCoupon',
  'toggleCoupon',
  'saveCoupon',
  'endCoupon',
  'deleteCoupon',
];

/** Each kind of caller, with the response to coupon calls and to all other calls. */
const PEOPLE: [who: string, others: string, coupons: string, come: () => Promise<Visitor>][] = [
  ['the coupon administrator', 'passes', 'passes', () => signIn(ADMIN)],
  ['someone else of the staff', 'passes', '403 forbidden', () => signIn(DOOR)],
  [
    'the coupon administrator, removed from the staff list',
    '403 forbidden',
    '403 forbidden',
    async () => {
      const visitor = await signIn(ADMIN);
      allowList.splice(allowList.indexOf(ADMIN), 1);
      return visitor;
    },
  ],
  ['a stranger', '401 sign_in_first', '401 sign_in_first', async () => world.visitor()],
  ['someone who is not on the list', '403 forbidden', '403 forbidden', () => signIn('visitor@example.org')],
  [
    'someone who was taken off the list',
    '403 forbidden',
    '403 forbidden',
    async () => {
      const visitor = await signIn(DOOR);
      allowList.splice(allowList.indexOf(DOOR), 1);
      return visitor;
    },
  ],
  [
    'someone who signed out, with the old cookie',
    '401 sign_in_first',
    '401 sign_in_first',
    async () => {
      const visitor = await signIn(ADMIN);
      const kept = visitor.cookie('session')!;
      await visitor.request('/api/logout', { method: 'POST' });
      visitor.setCookie('session', kept);
      return visitor;
    },
  ],
  [
    'someone whose session has ended',
    '401 sign_in_first',
    '401 sign_in_first',
    async () => {
      const visitor = await signIn(ADMIN);
      await world.database.db.update(sessions).set({ expire: sql`now() - interval '1 second'` });
      return visitor;
    },
  ],
  ['a made-up cookie', '401 sign_in_first', '401 sign_in_first', async () => adopt('A'.repeat(32))],
  [
    'the stored session id as the cookie',
    '401 sign_in_first',
    '401 sign_in_first',
    async () => {
      await signIn(ADMIN);
      const [row] = await world.database.db.select().from(sessions);
      return adopt(row!.sid);
    },
  ],
  [
    'an unverified address of the list',
    '401 sign_in_first',
    '401 sign_in_first',
    () => signIn('sam.rivers@example.org'),
  ],
];

function adopt(cookie: string): Visitor {
  const visitor = world.visitor();
  visitor.setCookie('session', cookie);
  return visitor;
}

async function callEach(visitor: Visitor, headers: Record<string, string> = {}) {
  const responses: Record<string, string> = {};
  for (const [name, { method, path }] of guarded) {
    const response = await visitor.request(path.replaceAll(/\{\w+\}/g, '1'), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: '{}' }),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const code = isJson ? ((await response.json()).code ?? '') : '';
    responses[name] = `${response.status} ${code}`.trim();
  }
  return responses;
}

/** One caller's row: the response to each call. An authorized caller may still get "no such order". */
async function standing(visitor: Visitor, headers: Record<string, string> = {}) {
  const responses = Object.entries(await callEach(visitor, headers));
  return Object.fromEntries(
    responses.map(([name, response]) => [name, /^(40[13]|5)/.test(response) ? response : 'passes']),
  );
}

const table = (others: string, coupons: string) =>
  Object.fromEntries(guarded.map(([name]) => [name, COUPON_CALLS.includes(name) ? coupons : others]));

describe('every call of the administration', () => {
  test('requires a permission, as every path below /api/admin must', () => {
    const admin = Object.entries<Route>(routes).filter(([, { path }]) => path.startsWith('/api/admin/'));
    expect(guarded.map(([name]) => name)).toEqual(admin.map(([name]) => name));
    expect(admin.length).toBeGreaterThan(8);
    const ofCoupons = admin.filter(([, route]) => route.permission === 'coupon_admin');
    expect(ofCoupons.map(([name]) => name)).toEqual(COUPON_CALLS);
  });

  test('is served and in the table below: site and table have the same calls', () => {
    const served = createApp(world.dependencies, noPages)
      // The catch-all that returns 405 for other methods.
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/admin'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const promised = guarded.map(([, { method, path }]) => `${method} ${path}`);
    // A stream isn't a call of the contract; its own test covers access.
    expect(served.toSorted()).toEqual([...promised, `GET ${API_PATHS.boardStream}`].toSorted());
  });

  test.each(PEOPLE)('called by %s: %s, for coupons %s', async (_who, others, coupons, come) => {
    expect(await standing(await come())).toEqual(table(others, coupons));
    for (const one of [ADMIN, DOOR]) if (!allowList.includes(one)) allowList.push(one);
  });

  test('refuses before it reads the request', async () => {
    for (const [, { method, path }] of guarded.filter(([, route]) => route.method !== 'GET')) {
      const response = await world.visitor().request(path.replaceAll(/\{\w+\}/g, '1'), { method, body: 'x' });
      expect([path, response.status]).toEqual([path, 401]);
    }
  });

  test('refuses requests from another site that carry a staff cookie', async () => {
    const staff = await signIn(ADMIN);
    const writing = Object.fromEntries(
      guarded.filter(([, route]) => route.method !== 'GET').map(([name]) => [name, '403 wrong_origin']),
    );
    const before = await world.database.db.$count(registrationAudit);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    const expected = { ...table('passes', 'passes'), ...writing };
    for (const headers of foreign) expect(await standing(staff, headers)).toEqual(expected);
    expect(await world.database.db.$count(registrationAudit)).toBe(before);
  });

  test('accepts staff whose address has another case on the list', async () => {
    allowList.splice(0, allowList.length, 'Admin@Example.org');
    expect(await standing(await signIn(ADMIN))).toEqual(table('passes', 'passes'));
  });
});

test("each sign-in leaves one audit row, with the browser's address", async () => {
  await world.visitor('203.0.113.9').signIn(ADMIN);
  const trail = await auditRows(world, { ipAddress: '203.0.113.9' });
  expect(trail.map(({ action, actor, details }) => [action, actor, details])).toEqual([
    ['signed_in', ADMIN, {}],
  ]);
});
