import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { drizzle, sql } from '../db/drizzle.ts';
import * as tables from '../db/tables.ts';
import { rateLimits } from '../db/tables.ts';
import { isUsedUp, purgeLimits, takeLimit, visitorKey } from './limits.ts';

const at = (time: string) => new Date(`2025-07-15T16:${time}Z`);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a limit holds per key and window, and starts over with the next window', async () => {
  const take = (key: string, time: string) => takeLimit(database.db, key, 2, 60, at(time));
  expect([await take('a', '00:00'), await take('a', '00:30'), await take('a', '00:59.999')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await take('b', '00:59')).toBe(true);
  expect(await take('a', '01:00')).toBe(true);
});

test('of many concurrent tries exactly the allowed number pass', async () => {
  const tries = Array.from({ length: 40 }, () => takeLimit(database.db, 'rush', 10, 60, at('10:00')));
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(10);
});

test("checking whether a limit is used up doesn't count as a try", async () => {
  const asked = (key: string, time: string) => isUsedUp(database.db, key, 2, 60, at(time));
  const found = [await asked('c', '05:00')];
  for (let n = 0; n < 2; n += 1) {
    await takeLimit(database.db, 'c', 2, 60, at('05:00'));
    found.push(await asked('c', '05:59.999'), await asked('c', '05:59.999'));
  }
  expect(found).toEqual([false, false, false, true, true]);
  expect([await asked('c', '06:00'), await asked('d', '05:00')]).toEqual([false, false]);
});

test('the purge deletes only windows that have ended', async () => {
  await database.db.delete(rateLimits);
  await takeLimit(database.db, 'old', 1, 60, at('20:00'));
  await takeLimit(database.db, 'long', 1, 3600, at('20:00'));
  await purgeLimits(database.db, at('21:00'));
  expect((await database.db.select().from(rateLimits)).map((row) => row.key)).toEqual(['long']);
});

test('while the database is unreachable nothing is limited; any other error is thrown', async () => {
  const pool = new pg.Pool({ connectionString: 'postgresql://127.0.0.1:9/nothing' });
  const away = drizzle(pool, { schema: tables });
  expect(await takeLimit(away, 'a', 0, 60, at('30:00'))).toBe(true);
  expect(await isUsedUp(away, 'a', 0, 60, at('30:00'))).toBe(false);
  await pool.end();

  await database.db.execute(sql`ALTER TABLE rate_limits RENAME TO gone`);
  await expect(takeLimit(database.db, 'a', 0, 60, at('30:00'))).rejects.toThrow();
  await expect(isUsedUp(database.db, 'a', 0, 60, at('30:00'))).rejects.toThrow();
  await database.db.execute(sql`ALTER TABLE gone RENAME TO rate_limits`);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [null, 'unknown'],
])('%s is counted as %s', (address, key) => {
  expect(visitorKey(address)).toBe(key);
});
