import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/durations.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { sql } from '../db/drizzle.ts';
import { isDatabaseDown } from '../db/open-database.ts';
import { rateLimits } from '../db/tables.ts';
import { limitFailures } from './limit-failures.ts';
import { limitTries, purgeLimits, takeLimit, visitorKey } from './limits.ts';

const at = (time: string) => new Date(`2025-07-15T16:${time}Z`);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a limit holds per key and window, and starts over with the next window', async () => {
  const take = (key: string, time: string) =>
    takeLimit(database.db, at(time), { key, max: 2, window: MINUTE });
  expect([await take('a', '00:00'), await take('a', '00:30'), await take('a', '00:59.999')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await take('b', '00:59')).toBe(true);
  expect(await take('a', '01:00')).toBe(true);
});

test('of many concurrent tries exactly the allowed number pass', async () => {
  const tries = Array.from({ length: 40 }, () =>
    takeLimit(database.db, at('10:00'), { key: 'rush', max: 10, window: MINUTE }),
  );
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(10);
});

test('a try beyond the limit is refused, in the given words', async () => {
  const limit = { key: 'said', max: 1, window: MINUTE };
  await limitTries(database.db, at('15:00'), limit);
  await expect(limitTries(database.db, at('15:00'), limit)).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  await expect(limitTries(database.db, at('15:00'), limit, 'Not again.')).rejects.toThrow('Not again.');
});

test('the purge deletes only windows that have ended', async () => {
  await database.db.delete(rateLimits);
  await takeLimit(database.db, at('20:00'), { key: 'old', max: 1, window: MINUTE });
  await takeLimit(database.db, at('20:00'), { key: 'long', max: 1, window: HOUR });
  await purgeLimits(database.db, at('21:00'));
  expect((await database.db.select().from(rateLimits)).map((row) => row.key)).toEqual(['long']);
});

test('in a transaction, a count that can’t be taken fails as a busy database, and not in the next statement', async () => {
  const { db } = database;
  const limit = { key: 'locked', max: 9, window: MINUTE };
  await takeLimit(db, at('30:00'), limit);
  await db.transaction(async (holding) => {
    await takeLimit(holding, at('30:00'), limit);
    const waiting = db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL lock_timeout = 20`);
      await takeLimit(tx, at('30:00'), limit);
      await tx.execute(sql`SELECT`);
    });
    expect(isDatabaseDown(await waiting.catch((error) => error))).toBe(true);
  });
});

test('a try that couldn’t be counted isn’t given back', async () => {
  const limit = { key: 'guesses', max: 3, window: MINUTE };
  for (const _ of ['first', 'second', 'third']) await takeLimit(database.db, at('40:00'), limit);
  const down = Object.assign(Object.create(database.db), {
    execute: () => Promise.reject(new Error('down')),
  });
  const limited = { code: 'too_many_requests', counts: () => true, work: async () => {} } as const;
  await expect(limitFailures(down, at('40:00'), [limit], limited)).rejects.toThrow('down');
  expect(await takeLimit(database.db, at('40:00'), limit)).toBe(false);
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
