import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { withLaterMigration } from '#test/later-migration.ts';
import { OperatorRefusal } from '../errors.ts';
import { templates } from '../mail/templates.ts';
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

test('dollars in cases are converted to cents once', async () => {
  const { pool } = database;
  const wanted = async () =>
    (await pool.query(`SELECT details -> 'wanted' AS wanted FROM payment_cases ORDER BY id`)).rows;
  await pool.query(`INSERT INTO payment_cases (kind, subject, details, opened_at) VALUES
    ('payment_mismatch', 'pay_1', '{"wanted": "1500.05"}', now()), ('capacity_drift', 'day', '{"held": 1}', now())`);
  for (let times = 0; times < 2; times += 1) {
    await pool.query(`DELETE FROM migrations WHERE name = '0027_case_amounts_in_cents.sql'`);
    await applyMigrations(pool);
    expect(await wanted()).toEqual([{ wanted: 1500_05 }, { wanted: null }]);
  }
});

test('the decision of a case leaves its note', async () => {
  const { pool } = database;
  await pool.query(`ALTER TABLE payment_cases DROP COLUMN decision`);
  await pool.query(`DELETE FROM migrations WHERE name = '0062_decisions_of_cases.sql'`);
  await pool.query(`INSERT INTO payment_cases (kind, subject, opened_at, resolution) VALUES
    ('refund_failed', '1', now(), 'dismiss'), ('refund_failed', '2', now(), E'refund: first line\\nsecond'),
    ('seat_returned', '3', now(), 'The seat has been canceled.'), ('refund_failed', '4', now(), NULL)`);
  await applyMigrations(pool);
  const { rows } = await pool.query(`SELECT decision, resolution FROM payment_cases
    WHERE kind IN ('refund_failed', 'seat_returned') ORDER BY subject`);
  expect(rows.map((one) => [one.decision, one.resolution])).toEqual([
    ['dismiss', null],
    ['refund', 'first line\nsecond'],
    [null, 'The seat has been canceled.'],
    [null, null],
  ]);
});

test('a phone that joined again has ended, and is not revoked as those are that staff revoked', async () => {
  const { pool } = database;
  await pool.query(`DELETE FROM migrations WHERE name = '0067_ends_of_replaced_phones.sql'`);
  const [joinedAgain, revoked, newest] = [1, 2, 3].map(
    (last) => `00000000-0000-4000-8000-00000000000${last}`,
  );
  await pool.query(`INSERT INTO door_invitations (id, secret_hash, role, max_phones, ends_at, created_at, created_by)
    VALUES (1, 'invited', 'steward', 9, '2025-09-21', now(), 'staff@example.org')`);
  const phone = (id: string | undefined, at: string | null, replaces?: string) =>
    pool.query(
      `INSERT INTO door_phones (id, invitation_id, secret_hash, person, door, role, joined_at, ends_at, last_seen_at,
        revoked_at, replaces) VALUES ($1::uuid, 1, $1::text::bytea, 'Jo', 'Garage', 'steward', now(), '2025-09-21', now(), $2, $3)`,
      [id, at, replaces],
    );
  await phone(joinedAgain, '2025-09-20T12:00:00Z');
  await phone(revoked, '2025-09-20T13:00:00Z', joinedAgain);
  await phone(newest, null, revoked);
  await pool.query(
    `INSERT INTO registration_audit (action, details, actor, timestamp)
      VALUES ('door_phone_revoked', jsonb_build_object('phone', $1::text), 'staff@example.org', now())`,
    [revoked],
  );
  await applyMigrations(pool);
  const { rows } = await pool.query('SELECT revoked_at, ends_at FROM door_phones ORDER BY id');
  expect(rows.map((one) => [one.revoked_at?.toISOString() ?? null, one.ends_at.toISOString()])).toEqual([
    [null, '2025-09-20T12:00:00.000Z'],
    ['2025-09-20T13:00:00.000Z', rows[2].ends_at.toISOString()],
    [null, rows[2].ends_at.toISOString()],
  ]);
});

test('mails of an existing database promise no more than those of a new one', async () => {
  const { pool } = database;
  const kinds = [
    ...['team_change', 'refund_notice', 'order_confirmation', 'refund_failed', 'seats_canceled'],
    ...['claim_invitation', 'ticket', 'ticket_replaced', 'team_reminder'],
  ];
  const corrected = kinds.map((type) => templates.find((one) => one.type === type)!);
  const stays =
    /\{% if refund.endedTickets.size == 0 and order.seats > 0 %\}( .*stay as they are.*)\{% endif %\}/;
  const naming = /\{% if order.isNamingOpen %\}(.*)\{% elsif .*name it\.\{% endif %\}/;
  const withoutCode = (text: string) =>
    text
      .replace(/\{% if endedCode .*?\{% endif %\}/, '')
      .replace('a ticket for {{ event.name }}, {{ event.dates }}, in your order', 'a ticket in your order');
  const lessPlain = (text: string) =>
    withoutCode(text)
      .replace(/\{% unless canceled.isByStaff %\}\n.*\{% endunless %\}/, '')
      .replaceAll(/\{% unless .*? %\}([\s\S]*?)\{% endunless %\}/g, '$1')
      .replace(' and event.isOver == false', '')
      .replace("{% if canceled.reason != '' %} {{ canceled.reason }}{% endif %}", ' {{ canceled.reason }}')
      .replace(
        /\{% if refund.seats == 1 %\}1 canceled seat of .*?\{% endif %\}\{% endif %\}/,
        '{% if refund.seats == 0 %}your order{% elsif refund.seats == 1 %}1 canceled seat{% else %}{{ refund.seats }} canceled seats{% endif %}.',
      )
      .replace('your order for {{ event.name }}. We are refunding', 'the same order. We are refunding')
      .replace(' for {{ event.name }} did not go', ' did not go')
      .replace(
        /\{% if refund.isAnnounced %\}(.*?) for \{\{ event.name \}\}\..*?\{% endif %\} The card/,
        '$1. The card',
      )
      .replace(/\{% if refund.endedTickets.size > 0 %\}.*\n(?=<p>We will refund)/, '')
      .replace(/\{% if refund.endedTickets.size > 0 %\}\n.*\n\{% endif %\}(?=\nWe will refund)/, '')
      .replace(
        /\{% if isFreedByHolder %\}(.*?) on your ticket[’']s page\.\{% elsif isFreed %\}.*?\{% else %\}/,
        '{% if isFreed %}$1.{% else %}',
      )
      .replace(/\{% if refundDue .*?\{% elsif (?=order.seats == 1 %\}we will contact)/, '{% if ')
      .replace(/\{% if isReturned and .*\{% else %\}(\{% include 'order-button' %\})\{% endif %\}/, '$1')
      .replace(/^Your seat at (.*) \(from (.*?)\)/, '$2 has a seat for you at $1')
      .replace(
        /(p|P)lease (name the people who are coming with you) by (.*?)\. Each/,
        (_, p: string, naming: string, day: string) =>
          `${p === 'p' ? 'y' : 'Y'}ou have until ${day} to ${naming}. Each`,
      );
  const before = (text: string) =>
    lessPlain(text)
      .replace('if a refund is due', 'about a refund')
      .replaceAll('{% if order.freeSeats == 1 %}it{% else %}them{% endif %}', 'them')
      .replaceAll('freeSeats', 'openSeats')
      .replace('unless you claim the seat', 'unless you open the link')
      .replace('{% if order.seats == 0 %}Your seat{% else %}1 seat{% endif %}', 'Your seat')
      .replace(stays, (_, sentence: string) => sentence)
      .replace(naming, (_, sentence: string) => sentence)
      .replace(
        /\{% if refund.seatsStay %\}.*\{% else %\}([\s\S]*)\{% endif %\}(?=\n(<p>|\n)Registration)/,
        '$1',
      )
      .replace(
        'arrived too late, so we could not give you seats.',
        'arrived after we could no longer hold your seats, and the last seats were taken in the meantime.',
      );
  for (const { type, subject, htmlContent, textContent } of corrected) {
    expect(before(subject + textContent)).not.toBe(subject + textContent);
    await pool.query(
      `INSERT INTO email_templates (type, name, subject, html_content, text_content, created_at, updated_at)
      VALUES ($1, $1, $2, $3, $4, now(), now())`,
      [type, before(subject), before(htmlContent), before(textContent)],
    );
  }
  await pool.query(`DELETE FROM migrations WHERE name LIKE '%\\_in\\_templates.sql'`);
  await applyMigrations(pool);
  const { rows } = await pool.query(
    'SELECT subject, html_content AS html, text_content AS text FROM email_templates ORDER BY id',
  );
  expect(rows).toEqual(
    corrected.map(({ subject, htmlContent: html, textContent: text }) => ({ subject, html, text })),
  );
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

test('a database migrated by a newer version is refused, and nothing is applied', async () => {
  const { pool } = database;
  await pool.query(`DELETE FROM migrations WHERE name = '0010_append_only_audit.sql'`);
  await pool.query(`INSERT INTO migrations (name) VALUES ('9998_later.sql'), ('9999_still_later.sql')`);
  await expect(applyMigrations(pool)).rejects.toThrow(
    new OperatorRefusal(
      'The database belongs to a newer version of the site, which applied 9998_later.sql, 9999_still_later.sql. Start that version, or restore a backup taken before the update into a new database.',
    ),
  );
  const { rows } = await pool.query(`SELECT name FROM migrations WHERE name LIKE '0010%'`);
  expect(rows).toEqual([]);
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
