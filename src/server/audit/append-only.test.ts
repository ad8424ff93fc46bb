import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { databaseUrl } from '#test/start-postgres.ts';
import { applyMigrations } from '../db/apply-migrations.ts';
import { registrationAudit } from '../db/tables.ts';

let database: TestDatabase;
const role = `summit_app_${randomUUID().slice(0, 8)}`;
let asRole: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`CREATE ROLE ${role}`);
  await database.pool.query(`GRANT SELECT, INSERT ON registration_audit TO ${role}`);
  await database.pool.query(`GRANT USAGE ON SEQUENCE registration_audit_id_seq TO ${role}`);
  asRole = openAs(role, database.url);
});
afterAll(async () => {
  await asRole.end();
  await database.pool.query(`DROP OWNED BY ${role}`);
  await database.pool.query(`DROP ROLE ${role}`);
  await database.drop();
});

function openAs(user: string, url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, options: `-c role=${user}` });
  // Its database is dropped while the last connection may still be closing; any other error is a real one.
  pool.on('error', (error) => {
    if (!('code' in error) || error.code !== '57P01') throw error;
  });
  return pool;
}

const made: typeof registrationAudit.$inferInsert = {
  action: 'order_deleted',
  actor: 'admin@example.org',
  actorKind: 'staff',
  orderId: 7,
  registrationId: 8,
  details: { transactionId: 'KEPT' },
  ipAddress: '203.0.113.9',
  userAgent: 'Sample',
  timestamp: new Date('2025-07-15T16:00:00Z'),
};
let before: unknown;
beforeEach(async () => {
  await database.db.insert(registrationAudit).values(made);
  before = await read();
});

const read = async () => (await database.pool.query('SELECT * FROM registration_audit ORDER BY id')).rows;

const DESTRUCTIVE = [
  `UPDATE registration_audit SET action = 'other'`,
  `UPDATE registration_audit SET actor = 'erased'`,
  `UPDATE registration_audit SET ip_address = NULL`,
  'DELETE FROM registration_audit',
  'TRUNCATE registration_audit',
  'TRUNCATE registration_audit RESTART IDENTITY CASCADE',
  `INSERT INTO registration_audit SELECT * FROM registration_audit ON CONFLICT (id) DO UPDATE SET actor = 'other'`,
  `MERGE INTO registration_audit a USING registration_audit b ON a.id = b.id WHEN MATCHED THEN DELETE`,
];

describe('the audit log only grows', () => {
  test.each(DESTRUCTIVE)('%s is refused to its owner and to a separate role', async (statement) => {
    for (const who of [database.pool, asRole]) {
      await expect(who.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await read()).toEqual(before);
  });

  test('UPDATE and DELETE are refused even in a session with the replica role', async () => {
    const client = await database.pool.connect();
    await client.query(`SET session_replication_role = 'replica'`);
    await expect(client.query('DELETE FROM registration_audit')).rejects.toMatchObject({ code: '42501' });
    client.release(true);
    expect(await read()).toEqual(before);
  });

  test.each([
    `action = 'other'`,
    `actor = 'somebody@example.org'`,
    `ip_address = '203.0.113.1'`,
    `user_agent = 'other'`,
    `actor_kind = 'job'`,
    'actor_kind = NULL',
    `details = '{}'`,
    'order_id = 1',
    'registration_id = NULL',
    `timestamp = timestamp + interval '1 second'`,
    'id = id + 1000',
  ])("setting the erasure switch by hand doesn't allow rewriting history: %s", async (change) => {
    const client = await database.pool.connect();
    await client.query(`SET summit.blanking_audit = 'on'`);
    await expect(client.query(`UPDATE registration_audit SET ${change}`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(client.query('DELETE FROM registration_audit')).rejects.toMatchObject({ code: '42501' });
    client.release(true);
    expect(await read()).toEqual(before);
  });

  test.each([
    `blank_audit_before('2000-01-01Z', 10)`,
    `blank_audit_of_person('nobody@example.org', '{}', '{}', '{}')`,
  ])('%s leaves the log locked again, in the same transaction', async (erasure) => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query(`SELECT ${erasure}`);
    await expect(client.query('UPDATE registration_audit SET ip_address = NULL')).rejects.toMatchObject({
      code: '42501',
    });
    await client.query('ROLLBACK');
    client.release();
  });

  test('new rows can be inserted by anybody', async () => {
    await asRole.query(
      `INSERT INTO registration_audit (action, actor, timestamp) VALUES ('signed_in', 'x', now())`,
    );
    expect(await read()).toHaveLength((before as unknown[]).length + 1);
  });

  test('a separate role may erase only if granted', async () => {
    const erase = `SELECT blank_audit_before('2030-01-01Z', 1000)`;
    await expect(asRole.query(erase)).rejects.toMatchObject({ code: '42501' });
    await database.pool.query(`GRANT EXECUTE ON FUNCTION blank_audit_before TO ${role}`);
    const unnamed = ['visitor', 'job', 'webhook', 'operator'] as const;
    await database.db
      .insert(registrationAudit)
      .values(unnamed.map((actor) => ({ ...made, actor, actorKind: actor })));
    await asRole.query(erase);
    const erased = { ...made, actor: 'erased', ipAddress: null, userAgent: null };
    const rows = await auditRows({ database });
    expect(rows[0]).toEqual({ id: rows[0]!.id, ...erased });
    // Everything except names stays.
    expect(rows.slice(-4).map((row) => [row.actor, row.actorKind, row.ipAddress])).toEqual(
      unnamed.map((actor) => [actor, actor, null]),
    );
    await database.pool.query(`REVOKE EXECUTE ON FUNCTION blank_audit_before FROM ${role}`);
  });
});

test('a role that owns its database and is not a superuser can apply every migration', async () => {
  const name = `${role}_own`;
  await database.pool.query(`CREATE DATABASE ${name} OWNER ${role}`);
  const own = openAs(role, databaseUrl(database.url, name));
  await applyMigrations(own);
  await own.query(
    `INSERT INTO registration_audit (action, actor, timestamp) VALUES ('signed_in', 'x', '2020-01-01')`,
  );
  await expect(own.query('DELETE FROM registration_audit')).rejects.toMatchObject({ code: '42501' });
  const { rows } = await own.query(`SELECT blank_audit_before('2030-01-01Z', 10) AS count`);
  expect(rows).toEqual([{ count: 1 }]);
  await own.end();
  await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
});
