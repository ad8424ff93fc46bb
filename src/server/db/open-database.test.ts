import { once } from 'node:events';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { isDatabaseDown, type OpenDatabase, openDatabase } from './open-database.ts';

let database: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  open = await openDatabase(database.url, () => {});
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

test('a connection lost between two queries of a transaction fails only the next one', async () => {
  const acquired = once(open.pool, 'acquire');
  const torn = open.db.transaction(async (tx) => {
    const [client] = await acquired;
    const { rows } = await tx.execute<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const noticed = new Promise((resolve) => client.once('end', resolve));
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await noticed;
    await tx.execute('SELECT 1');
  });
  const error: unknown = await torn.catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
  const { rows } = await open.db.execute<{ one: number }>('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
});

test('a connection lost before BEGIN returns to the pool', async () => {
  await open.db.execute('SELECT 1');
  const taken = open.pool.totalCount - open.pool.idleCount;
  const lose = (client: pg.PoolClient) => client.connection.stream.destroy();
  open.pool.once('acquire', lose);
  const torn = open.db.transaction((tx) => tx.execute('SELECT 1'));
  const error: unknown = await torn.catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
  expect(open.pool.totalCount - open.pool.idleCount).toBe(taken);
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT'])(
  '%s of a query means that the database is down, of anything else it does not',
  async (code) => {
    const cause = Object.assign(new Error('no connection'), { code });
    open.pool.once('acquire', (client: pg.PoolClient) => client.connection.stream.destroy(cause));
    const query: unknown = await open.db.execute('SELECT 1').catch((reason: unknown) => reason);
    vi.spyOn(open.pool, 'connect').mockRejectedValueOnce(cause as never);
    const work = open.db.transaction((tx) => tx.execute('SELECT 1'));
    const transaction: unknown = await work.catch((reason: unknown) => reason);
    const call = new TypeError('fetch failed', { cause });
    expect([query, transaction, cause, call].map(isDatabaseDown)).toEqual([true, true, false, false]);
  },
);
