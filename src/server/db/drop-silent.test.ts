import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { dropSilent } from './drop-silent.ts';
import { inTurn } from './in-turn.ts';
import { isDatabaseDown } from './open-database.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('connect', (client) => void client.on('error', () => {}));
  dropSilent(pool, 100);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a connection whose server has vanished is dropped, and the next query gets a new one', async () => {
  await pool.query('SELECT 1');
  pool.once('acquire', (client: pg.PoolClient) => client.connection.stream.pause());
  const error: unknown = await pool.query('SELECT 1').catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
  expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
});

test('a migration may take longer, and what follows it may not', async () => {
  const client = await pool.connect();
  const askInVain = async (one: pg.PoolClient) => {
    one.connection.stream.pause();
    const error: unknown = await one.query('SELECT 1').catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    one.release();
  };
  // It is silent for longer than the other connection, which is dropped.
  await inTurn(client, async () => askInVain(await pool.connect()));
  await askInVain(client);
});
