import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { sql } from '../db/drizzle.ts';
import { pruneChanges } from './prune-changes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('only the latest change of each order is kept', async () => {
  const { db } = database;
  for (const [order, changed] of [
    [1, 500],
    [1, 700],
    [1, 600],
    [2, 400],
    [3, 900],
    [3, 900],
  ]) {
    await db.execute(sql`INSERT INTO door_changes VALUES (${order}, ${changed}::text::xid8)`);
  }
  await pruneChanges(db);
  const { rows } = await db.execute(
    sql`SELECT DISTINCT order_id AS id, changed::text FROM door_changes ORDER BY id`,
  );
  expect(rows).toEqual([
    { id: 1, changed: '700' },
    { id: 2, changed: '400' },
    { id: 3, changed: '900' },
  ]);
});
