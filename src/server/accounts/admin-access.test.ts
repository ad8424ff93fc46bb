import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { registrationAudit, sessions } from '../db/tables.ts';

const ADMIN = 'admin@example.org';
const DOOR = 'door@example.org';
const allowList = [ADMIN, DOOR];

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { adminEmails: allowList } });
});
afterAll(() => world.stop());

const guarded = Object.entries<Route>(routes).filter(([, route]) => route.permission !== 'anyone');

/** Everybody who may not, and what each is told. */
const OUTSIDERS: [who: string, expected: string, come: () => Promise<Visitor>][] = [
  ['a stranger', '401 sign_in_first', async () => world.visitor()],
  ['someone who is not on the list', '403 forbidden', () => world.staff('visitor@example.org')],
  [
    'someone who was taken off the list',
    '403 forbidden',
    async () => {
      const visitor = await world.staff(DOOR);
      allowList.splice(allowList.indexOf(DOOR), 1);
      return visitor;
    },
  ],
  [
    'someone who signed out, with the cookie of before',
    '401 sign_in_first',
    async () => {
      const visitor = await world.staff();
      const kept = visitor.cookie('session')!;
      await visitor.request('/api/logout', { method: 'POST' });
      visitor.setCookie('session', kept);
      return visitor;
    },
  ],
  [
    'someone whose session has ended',
    '401 sign_in_first',
    async () => {
      const visitor = await world.staff();
      await world.database.db.update(sessions).set({ expire: sql`now() - interval '1 second'` });
      return visitor;
    },
  ],
  ['a made-up cookie', '401 sign_in_first', async () => adopt('A'.repeat(32))],
  [
    'the id that the table holds, as cookie',
    '401 sign_in_first',
    async () => {
      await world.staff();
      const [row] = await world.database.db.select().from(sessions);
      return adopt(row!.sid);
    },
  ],
  ['an unverified address of the list', '401 sign_in_first', () => world.staff('sam.rivers@example.org')],
];

function adopt(cookie: string): Visitor {
  const visitor = world.visitor();
  visitor.setCookie('session', cookie);
  return visitor;
}

async function callEach(visitor: Visitor, headers: Record<string, string> = {}) {
  const answers: Record<string, string> = {};
  for (const [name, { method, path }] of guarded) {
    const response = await visitor.request(path.replaceAll(/\{\w+\}/g, '1'), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: '{}' }),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const code = isJson ? ((await response.json()).code ?? '') : '';
    answers[name] = `${response.status} ${code}`.trim();
  }
  return answers;
}

const all = (answer: string) => Object.fromEntries(guarded.map(([name]) => [name, answer]));

describe('every call of the administration', () => {
  test('is guarded: a path below /api/admin that anyone may call would be a mistake', () => {
    const admin = Object.entries<Route>(routes).filter(([, { path }]) => path.startsWith('/api/admin/'));
    expect(guarded.map(([name]) => name)).toEqual(admin.map(([name]) => name));
    expect(admin.length).toBeGreaterThan(8);
  });

  test.each(OUTSIDERS)('refuses %s: %s', async (_who, expected, come) => {
    expect(await callEach(await come())).toEqual(all(expected));
    if (!allowList.includes(DOOR)) allowList.push(DOOR);
  });

  test('says so before it looks at what was sent', async () => {
    for (const [, { method, path }] of guarded.filter(([, route]) => route.method !== 'GET')) {
      const response = await world.visitor().request(path.replaceAll(/\{\w+\}/g, '1'), { method, body: 'x' });
      expect([path, response.status]).toEqual([path, 401]);
    }
  });

  test('refuses what another site sends with the cookie of staff', async () => {
    const staff = await world.staff();
    const writing = guarded.filter(([, route]) => route.method !== 'GET');
    const before = await world.database.db.$count(registrationAudit);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const answers = await callEach(staff, headers);
      for (const [name] of writing) expect([name, answers[name]]).toEqual([name, '403 wrong_origin']);
    }
    expect(await world.database.db.$count(registrationAudit)).toBe(before);
  });

  test('lets staff in, also under another writing of their address on the list', async () => {
    allowList.splice(0, allowList.length, 'Admin@Example.org');
    const answers = await callEach(await world.staff());
    const statuses = new Set(Object.values(answers).map((answer) => Number(answer.slice(0, 3))));
    expect([...statuses].filter((status) => status === 401 || status === 403)).toEqual([]);
  });
});

test('whoever signs in leaves one trace, with the address of the browser', async () => {
  await world.visitor('203.0.113.9').signIn(ADMIN);
  const trail = await world.database.db
    .select()
    .from(registrationAudit)
    .where(eq(registrationAudit.ipAddress, '203.0.113.9'));
  expect(trail.map(({ action, actor, details }) => [action, actor, details])).toEqual([
    ['signed_in', ADMIN, {}],
  ]);
});
