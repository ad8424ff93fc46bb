import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { commitWith, isRefused, orRefuse } from './commit-with.ts';
import { sql } from './drizzle.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('CREATE TABLE notes (text text)');
});
afterAll(() => database.drop());

const notes = async () => (await database.pool.query('SELECT text FROM notes')).rows.map((row) => row.text);
const note = (text: string) => sql<{ text: string }>`INSERT INTO notes VALUES (${text}) RETURNING text`;

test('the last statement is stored before its response is handled, with what came before it', async () => {
  const { db } = database;
  const rows = await db.transaction(async (tx) => {
    await tx.execute(note('first'));
    const found = await commitWith(tx, note('last'));
    expect(await notes()).toEqual(['first', 'last']);
    return found;
  });
  expect(rows).toEqual([{ text: 'last' }]);
});

test('a last statement that refuses stores nothing, and the connection can be used again', async () => {
  const before = await notes();
  const refused = database.db.transaction(async (tx) => {
    await tx.execute(note('first'));
    await commitWith(tx, sql`SELECT ${orRefuse(sql<boolean>`1 = 2`)}`);
  });
  expect(isRefused(await refused.catch((error: unknown) => error))).toBe(true);
  expect(await notes()).toEqual(before);
  expect(isRefused(new Error('sold_out'))).toBe(false);
  await eventually(() => expect(database.pool.idleCount).toBe(database.pool.totalCount));
});
