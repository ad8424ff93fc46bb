import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { applyMigrations } from './apply-migrations.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a migration that waits for a long transaction lets others past, and goes through after it', async () => {
  const { pool } = database;
  await pool.query('ALTER TABLE payment_attempts DROP COLUMN voiding_since');
  await pool.query(`DELETE FROM migrations WHERE name = '0008_voiding.sql'`);
  const reader = await pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM payment_attempts');
  const migrating = applyMigrations(pool);
  const waits: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const before = performance.now();
    await pool.query('SELECT count(*) FROM payment_attempts');
    waits.push(performance.now() - before);
    await sleep(150);
  }
  await reader.query('COMMIT');
  reader.release();
  await migrating;
  expect(Math.max(...waits)).toBeLessThan(1_000);
  const { rows } = await pool.query('SELECT voiding_since FROM payment_attempts');
  expect(rows).toEqual([]);
});
