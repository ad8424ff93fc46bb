import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eq, ilike } from './drizzle.ts';
import { openDatabase } from './open-database.ts';
import { orders } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection plans the same statement once, and a search every time', async () => {
  const kept = await database.db.transaction(async (tx) => {
    for (const id of [1, 2, 3]) await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id));
    for (const name of ['a%', 'b%'])
      await tx.select({ id: orders.id }).from(orders).where(ilike(orders.organizerLastName, name));
    await tx.update(orders).set({ currency: 'usd' }).where(eq(orders.id, 1));
    const { rows } = await tx.execute<{ statement: string; uses: number }>(
      'SELECT statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements ORDER BY statement',
    );
    return rows;
  });
  expect(kept).toEqual([
    { statement: 'select "id" from "orders" where "orders"."id" = $1', uses: 3 },
    { statement: 'update "orders" set "currency" = $1 where "orders"."id" = $2', uses: 1 },
  ]);
});

test('behind PgBouncer no session keeps a plan or a setting', async () => {
  const url = new URL(database.url);
  url.searchParams.set('pgbouncer', 'true');
  const { db, jobsPool, close } = await openDatabase(url.href, () => {});
  const kept = await db.transaction(async (tx) => {
    const ids = tx.select({ id: orders.id }).from(orders);
    await ids.where(eq(orders.id, 1));
    await ids.prepare('find_ids').execute();
    const { rows } = await tx.execute<{ plans: number }>(
      'SELECT count(*)::int AS plans FROM pg_prepared_statements WHERE NOT from_sql',
    );
    return rows;
  });
  expect(kept).toEqual([{ plans: 0 }]);
  expect((await jobsPool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
  await close();
});
