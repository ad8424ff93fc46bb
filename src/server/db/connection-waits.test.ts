import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
afterAll(async () => {
  for (const client of lent) client.release();
  await open.close();
  await database.drop();
});

/** Occupies one connection for as long as the next statement needs, after `ms`. */
async function lendAfter(ms: number): Promise<void> {
  await sleep(ms);
  lent.pop()!.release();
  lent.push(await open.pool.connect());
}

test('the waits of one piece of work add up, across statements and transactions', async () => {
  const since = performance.now();
  const work = withPatience(600, async () => {
    await open.db.execute('SELECT 1');
    await open.db.transaction((tx) => tx.execute('SELECT 1'));
    return open.db.execute('SELECT 1');
  });
  const lending = lendAfter(200).then(() => lendAfter(200));
  const error: unknown = await work.catch((reason: unknown) => reason);
  const waited = performance.now() - since;
  await lending;
  expect(isDatabaseDown(error)).toBe(true);
  expect(waited).toBeGreaterThan(550);
  expect(waited).toBeLessThan(1_000);
});

test('work whose patience is used up still gets a free connection, and others wait as before', async () => {
  await withPatience(100, async () => {
    await expect(open.db.execute('SELECT 1')).rejects.toThrow();
    const others = open.pool.options.connectionTimeoutMillis;
    expect(others).toBe(5_000);
    lent.pop()!.release();
    await expect(open.db.execute('SELECT 1')).resolves.toBeDefined();
  });
  lent.push(await open.pool.connect());
  const lending = lendAfter(200);
  await expect(open.db.execute('SELECT 1')).resolves.toBeDefined();
  await lending;
});
