import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { databaseUrl } from '#test/start-postgres.ts';
import { sql } from './db/drizzle.ts';
import { requireDatabase } from './db/require-database.ts';
import { StartRefusal } from './settings.ts';
import { tellOperator } from './tell-operator.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const told = (work: Promise<unknown>) => work.then(() => 'it worked', tellOperator);

describe('an operator gets a sentence', () => {
  test('about settings', () => {
    expect(tellOperator(new StartRefusal(['One.']))).toBe('The site cannot start:\n  - One.');
  });

  test("about a database that doesn't answer", async () => {
    expect(await told(requireDatabase('postgresql://summit:secret@127.0.0.1:9/summit'))).toBe(
      'The database cannot be used: connect ECONNREFUSED 127.0.0.1:9. Check DATABASE_URL, and whether PostgreSQL is running.',
    );
  });

  test('about a database that does not exist', async () => {
    expect(await told(requireDatabase(databaseUrl(database.url, 'nowhere')))).toBe(
      'The database cannot be used: database "nowhere" does not exist. Check DATABASE_URL, and whether PostgreSQL is running.',
    );
  });

  test('about a refused query, without personal data', async () => {
    const create = database.db.execute(sql`CREATE TABLE orders (id int)`);
    expect(await told(create)).toBe(
      'The database reported an error: a query failed: CREATE TABLE orders (id int): relation "orders" already exists (42P07).',
    );
    const store = database.db.execute(sql`SELECT ${'jane@example.org'}::int`);
    expect(await told(store)).toBe(
      'The database reported an error: a query failed: SELECT $1::int: a value cannot be stored (22P02).',
    );
  });

  test('about a file', async () => {
    expect(await told(readFile('/nowhere/file'))).toBe(
      "The operating system reported an error: ENOENT: no such file or directory, open '/nowhere/file'.",
    );
  });
});

test('a bug in the site is printed with its stack', () => {
  expect(tellOperator(new TypeError('x is not a function'))).toMatch(
    /^TypeError: x is not a function\n {4}at .*tell-operator\.test\.ts/,
  );
});
