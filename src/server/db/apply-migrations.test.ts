import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { withLaterMigration } from '#test/later-migration.ts';
import { OperatorRefusal } from '../errors.ts';
import { applyMigrations, refuseOtherVersion } from './apply-migrations.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a migration that waits for a long transaction lets others pass, and succeeds afterward', async () => {
  const { pool } = database;
  const reader = await pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM payment_attempts');
  await withLaterMigration('ALTER TABLE payment_attempts ADD COLUMN later text', async (folder) => {
    const migrating = applyMigrations(pool, folder);
    await eventually(async () => {
      const { rowCount } =
        await pool.query(`SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
        AND relation = 'payment_attempts'::regclass`);
      expect(rowCount).toBe(1);
    });
    // Queues behind the migration's lock, and runs once it has given up.
    await pool.query('SELECT count(*) FROM payment_attempts');
    await reader.query('COMMIT');
    reader.release();
    await migrating;
  });
  const { rows } = await pool.query('SELECT later FROM payment_attempts');
  expect(rows).toEqual([]);
  await pool.query('DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)');
});

test('no lock or setting outlives a start, because a pooler passes its session on', async () => {
  const session = new pg.Client({ connectionString: database.url, options: '-c lock_timeout=3000' });
  await session.connect();
  const lent = Object.assign(session, { release: () => undefined });
  await applyMigrations({ connect: async () => lent } as unknown as pg.Pool);
  const { rows } = await session.query(`SELECT current_setting('lock_timeout') AS wait,
    (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`);
  await session.end();
  expect(rows).toEqual([{ wait: '3s', locks: 0 }]);
});

test('a database with migrations that this version does not have is refused, and nothing is applied', async () => {
  const { pool } = database;
  await pool.query('DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)');
  const { rows: before } = await pool.query('SELECT name FROM migrations');
  await pool.query(`INSERT INTO migrations (name) VALUES ('9998_later.sql'), ('9999_still_later.sql')`);
  await expect(applyMigrations(pool)).rejects.toThrow(
    new OperatorRefusal(
      'The database belongs to a newer version of the site, or to one from before the first release, which applied 9999_still_later.sql. Start that version, or restore a backup taken before the update into a new database. If it is a development or demo database, delete its folder.',
    ),
  );
  const { rows } = await pool.query(`SELECT name FROM migrations WHERE name NOT LIKE '999%'`);
  expect(rows).toEqual(before);
});

test('a command refuses a database on which the site has never started, and creates nothing', async () => {
  const empty = await createTestDatabase();
  await empty.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await expect(openDatabase(empty.url, () => {}, refuseOtherVersion)).rejects.toThrow(
    new OperatorRefusal(
      'This is not a database of the site, or the site has never started on it. Check DATABASE_URL, or DATA_DIR.',
    ),
  );
  const { rows } = await empty.pool.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  expect(rows).toEqual([]);
  await empty.drop();
});

test('no migration rewrites a table, which would block everybody while it runs', async () => {
  const { pool } = database;
  const files = await readdir(new URL('./migrations/', import.meta.url));
  await pool.query(
    'DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  await pool.query('INSERT INTO migrations (name) SELECT unnest($1::text[])', [files]);
  const rewritten: string[] = [];
  for (const name of files.toSorted()) {
    const before = await tableFiles();
    await pool.query('DELETE FROM migrations WHERE name = $1', [name]);
    await applyMigrations(pool);
    const after = await tableFiles();
    for (const [table, file] of before) if (after.get(table) !== file) rewritten.push(`${table} by ${name}`);
  }
  expect((await tableFiles()).size).toBeGreaterThan(20);
  expect(rewritten).toEqual([]);
});

/** Each table and its data file; PostgreSQL assigns another file when it rewrites the table. */
async function tableFiles(): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ name: string; file: number }>(
    `SELECT relname AS name, relfilenode AS file FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return new Map(rows.map(({ name, file }) => [name, file]));
}
