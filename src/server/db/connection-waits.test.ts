import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { withPatience } from './connection-waits.ts';
import { isDatabaseDown, type OpenDatabase, openDatabase } from './open-database.ts';

let database: TestDatabase;
let open: OpenDatabase;
let lent: pg.PoolClient[];

beforeAll(async () => {
  database = await createTestDatabase();
  open = await openDatabase(database.url, () => {});
  lent = await Promise.all(Array.from({ length: open.pool.options.max }, () => open.pool.connect()));
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  for (const client of lent) client.release();
  await open.close();
  await database.drop();
});

/** Frees one connection for the duration of the next statement. */
async function lend(): Promise<void> {
  lent.pop()!.release();
  lent.push(await open.pool.connect());
}

/** Resolves once a statement waits for a connection. */
async function untilOneWaits(): Promise<void> {
  while (open.pool.waitingCount === 0) await new Promise(setImmediate);
}

test('the waits of one piece of work add up, across statements and transactions', async () => {
  const work = withPatience(600, async () => {
    await open.db.execute('SELECT 1');
    await open.db.transaction((tx) => tx.execute('SELECT 1'));
    return open.db.execute('SELECT 1');
  });
  const failed = work.catch((reason: unknown) => reason);
  for (let turn = 0; turn < 2; turn += 1) {
    await untilOneWaits();
    vi.advanceTimersByTime(200);
    await lend();
  }
  await untilOneWaits();
  vi.advanceTimersByTime(199);
  expect(open.pool.waitingCount).toBe(1);
  vi.advanceTimersByTime(1);
  expect(isDatabaseDown(await failed)).toBe(true);
});

test('work that has used up its patience still gets a free connection, and others wait as before', async () => {
  await withPatience(100, async () => {
    const refused = expect(open.pool.query('SELECT 1')).rejects.toThrow();
    await untilOneWaits();
    vi.advanceTimersByTime(100);
    await refused;
    const others = open.pool.options.connectionTimeoutMillis;
    expect(others).toBe(5_000);
    lent.pop()!.release();
    await expect(open.db.execute('SELECT 1')).resolves.toBeDefined();
  });
  lent.push(await open.pool.connect());
  const asked = open.pool.query('SELECT 1');
  await untilOneWaits();
  vi.advanceTimersByTime(4_999);
  await lend();
  await expect(asked).resolves.toBeDefined();
});

test('newcomers get a connection after work that has had one, and after all other work', async () => {
  const done: string[] = [];
  const begin = (name: string) =>
    withPatience(
      5_000,
      async () => {
        await open.db.execute('SELECT 1');
        done.push(`${name} begins`);
        await open.db.execute('SELECT 1');
        done.push(name);
      },
      true,
    );
  const waiting = async (count: number) => {
    while (open.pool.waitingCount < count) await new Promise(setImmediate);
  };
  const first = begin('first');
  await waiting(1);
  const second = begin('second');
  await waiting(2);
  const newcomer = begin('newcomer');
  await waiting(3);
  const other = withPatience(5_000, async () => {
    await open.db.execute('SELECT 1');
    done.push('other');
  });
  await waiting(4);
  // One connection serves them all.
  lent.pop()!.release();
  await Promise.all([first, second, newcomer, other]);
  lent.push(await open.pool.connect());
  expect(done.slice(0, 4)).toEqual(['other', 'first begins', 'second begins', 'first']);
  expect(done.indexOf('second')).toBeLessThan(done.indexOf('newcomer begins'));
});
