import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { environmentOf, ownEnvironment } from '#test/outside.ts';
import { createWorld, type World } from '#test/world.ts';
import { refreshCatalog } from '../catalog/mirror.ts';
import { splitLines } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { OF_THIS_DATABASE, writeBackup } from './write-backup.ts';

/** The restore ends them. */
const STAFF_SESSIONS = 1;

const log = pino({ level: 'silent' });

let world: World;
let backup: Buffer;
let rows: number;
let source: Record<string, string>;

beforeAll(async () => {
  world = await createWorld({ ticketMails: true });
  const placed = await world.visitor().post('/api/create-checkout-session', checkout());
  const { url } = (await placed.json()) as { url: string };
  await world.pay(url);
  const { pool } = world.database;
  await refreshCatalog(world.context());
  await eventually(async () => {
    const { rows: seen } = await pool.query(
      'SELECT (SELECT count(*)::int FROM mails WHERE sent_at IS NOT NULL) AS sent, count(*)::int AS products FROM catalog_products',
    );
    expect(seen).toEqual([{ sent: 1, products: 1 }]);
  });
  await pool.query("INSERT INTO speaker_pictures VALUES ('a.webp', '\\x00ff23', now())");
  await pool.query(
    `INSERT INTO mails (id, kind, order_id, subject_key, recipient, message_id, created_at)
     SELECT gen_random_uuid(), 'ticket', id, 'later', 'ana@example.org', 'later', now() FROM orders`,
  );
  await pool.query(
    `INSERT INTO wallet_passes (serial, code_id, order_id, token, content, made_at, updated_at)
     SELECT gen_random_uuid(), 1, id, 'token', 'content', now(), now() FROM orders`,
  );
  await pool.query(
    `INSERT INTO door_invitations (id, secret_hash, role, max_phones, ends_at, created_at, created_by)
     VALUES (1, '\\x01', 'steward', 50, now(), now(), 'ada@example.org')`,
  );
  // Each replaces the next row's, which for some comes in a later batch.
  await pool.query(
    `WITH phones AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 250) AS n)
     INSERT INTO door_phones
       (id, invitation_id, secret_hash, person, door, role, joined_at, ends_at, last_seen_at, replaces)
     SELECT id, 1, decode(md5(n::text), 'hex'), 'Ana', 'North', 'steward', now(), now(), now(),
       lead(id) OVER (ORDER BY n)
     FROM phones ORDER BY n`,
  );
  await pool.query(
    `INSERT INTO sessions VALUES ('staff', '{"user": {"email": "ada@example.org"}, "orders": ["a"]}', now() + interval '1 hour')`,
  );
  // Retries, because the site's own work may interfere.
  await eventually(async () => {
    source = await contentOf(world.database);
    await takeBackup();
    expect(await contentOf(world.database)).toEqual(source);
  });
});
afterAll(() => world.stop());

async function takeBackup(): Promise<void> {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  rows = await writeBackup(world.database.url, output);
  backup = Buffer.concat(pieces);
}

async function withEmpty(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}

/** Each table with a hash of all its rows. */
async function contentOf({ pool }: Pick<TestDatabase, 'pool'>): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !OF_THIS_DATABASE.includes(table.name))) {
    const { rows: hashes } = await pool.query(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(kept::text, E'\\n' ORDER BY kept::text), '')) AS hash
       FROM ${name} AS kept`,
    );
    found[name] = hashes[0].hash;
  }
  return found;
}

test('a restore brings back every row and queues unsent mail', async () => {
  await withEmpty(async (empty) => {
    // As a new database is.
    await empty.pool.query('DROP SCHEMA public, jobs CASCADE; CREATE SCHEMA public');
    const restored = await restoreBackup(empty.url, Readable.from([backup]), log);
    expect(restored).toEqual({ rows, takenAt: expect.stringMatching(/^\d{4}-/), mailsQueued: 1 });
    const changed = { wallet_passes: expect.any(String), sessions: expect.any(String) };
    expect(await contentOf(empty)).toEqual({ ...source, ...changed });
    // Staff sign in again; buyers' browsers still know their orders.
    const { rows: sessions } = await empty.pool.query('SELECT sess FROM sessions');
    expect(sessions).toEqual([{ sess: { orders: [expect.any(String)] } }]);
    const { rows: jobs } = await empty.pool.query("SELECT name, data FROM jobs.job WHERE name = 'send-mail'");
    const { rows: waiting } = await empty.pool.query("SELECT id FROM mails WHERE subject_key = 'later'");
    expect(jobs).toEqual([{ name: 'send-mail', data: { mailId: waiting[0].id } }]);
    // No number is given again that was given since the backup, even if it was the first one.
    const { rows: given } = await empty.pool.query(
      `SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND coalesce(last_value, 0) < 5000`,
    );
    expect(given).toEqual([]);
    // Phones and Google may have a newer pass.
    const { rows: passes } = await empty.pool.query('SELECT is_due, google_version FROM wallet_passes');
    expect(passes).toEqual([{ is_due: true, google_version: '0' }]);
  });
});

test('a restore that cannot queue its mail restores nothing, so that it can be repeated', async () => {
  await withEmpty(async (empty) => {
    const before = await contentOf(empty);
    await empty.pool.query(`
      CREATE FUNCTION refuse_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no job'; END $$;
      CREATE TRIGGER refuse_job BEFORE INSERT ON jobs.job FOR EACH ROW EXECUTE FUNCTION refuse_job()`);
    await expect(restoreBackup(empty.url, Readable.from([backup]), log)).rejects.toThrow();
    expect(await contentOf(empty)).toEqual(before);
    await empty.pool.query('DROP TRIGGER refuse_job ON jobs.job');
    expect(await restoreBackup(empty.url, Readable.from([backup]), log)).toMatchObject({ mailsQueued: 1 });
  });
});

test.each([
  ['still encrypted', () => Buffer.from('age-encryption.org/v1\n'), /still encrypted/],
  ['cut short', () => backup.subarray(0, backup.length - 40), /ends too early/],
  [
    'without one of its rows',
    () => withLines((lines) => lines.filter((_, at) => at !== firstRow(lines))),
    /rows are missing/,
  ],
  ['without its end', () => withLines((lines) => lines.slice(0, -1)), /rows are missing/],
  [
    'of another version',
    () => withLines((lines) => lines.map((one) => one.replace('0001_', '0000_'))),
    /another version/,
  ],
  [
    'damaged in one of its rows',
    () => withLines((lines) => lines.map((one) => one.replaceAll('2025-09-20', '2025-99-20'))),
    /it is damaged/,
  ],
  ['something else', () => gzipSync('{"a": 1}\n'), /not a backup of the site/],
])('a backup that is %s is refused, and nothing is restored', async (_what, broken, sentence) => {
  await withEmpty(async (empty) => {
    const before = await contentOf(empty);
    await expect(restoreBackup(empty.url, Readable.from([broken()]), log)).rejects.toThrow(sentence);
    expect(await contentOf(empty)).toEqual(before);
  });
});

test('a database of another version is refused as it is, because its running site could not start after a migration', async () => {
  await withEmpty(async (other) => {
    await other.pool.query('DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)');
    const { rows: before } = await other.pool.query('SELECT name FROM migrations');
    const restoring = restoreBackup(other.url, Readable.from([backup]), log);
    await expect(restoring).rejects.toThrow(/database belongs to another version/);
    expect((await other.pool.query('SELECT name FROM migrations')).rows).toEqual(before);
  });
});

test('restoring into a database with rows is refused', async () => {
  const before = await contentOf(world.database);
  await expect(restoreBackup(world.database.url, Readable.from([backup]), log)).rejects.toThrow(/not empty/);
  const after = await contentOf(world.database);
  expect([after.orders, after.mails]).toEqual([before.orders, before.mails]);
});

test('the time limits of a role, as they are recommended with PgBouncer, end neither a restore nor a backup', async () => {
  await withEmpty(async (empty) => {
    const url = new URL(empty.url);
    const name = url.pathname.slice(1);
    for (const limit of ['lock_timeout', 'idle_in_transaction_session_timeout'])
      await empty.pool.query(`ALTER DATABASE ${name} SET ${limit} = '1ms'`);
    // Otherwise the site's connections have their own.
    url.searchParams.set('pgbouncer', 'true');
    const blocker = await empty.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE orders');
    const restoring = restoreBackup(url.href, Readable.from([backup]), log);
    await eventuallyWaiting(empty.pool, 1);
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(await restoring).toMatchObject({ rows });
    expect(await writeBackup(url.href, new PassThrough().resume())).toBe(rows - STAFF_SESSIONS);
  });
});

const ONE_SENTENCE = /^The (database reported an error|connection to the database failed): .*\.\n$/;

test.each([
  [
    'is interrupted',
    async (child: ChildProcess) => child.kill('SIGINT'),
    /^The backup was interrupted; .*\n$/,
  ],
  [
    'loses its connection',
    async (child: ChildProcess, unlock: () => Promise<unknown>) => {
      // Between two of its statements.
      child.kill('SIGSTOP');
      await unlock();
      await endConnection(world.database, 'DECLARE');
      child.kill('SIGCONT');
    },
    ONE_SENTENCE,
  ],
])('a backup that %s leaves no file', async (_what, disturb, sentence) => {
  const { pool } = world.database;
  const folder = await mkdtemp(join(tmpdir(), 'summit-backup-'));
  const file = join(folder, 'one.backup');
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE orders');
  const { child, ended } = runCommand(folder, world.database, 'backup', file);
  await eventually(() => access(file));
  await eventuallyWaiting(pool, 1);
  await disturb(child, () => blocker.query('ROLLBACK'));
  expect(await ended).toEqual({ code: 1, said: expect.stringMatching(sentence) });
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a restore that loses its connection while it waits for its input says so', async () => {
  await withEmpty(async (empty) => {
    const { child, ended } = runCommand(tmpdir(), empty, 'restore', '-');
    await endConnection(empty, 'BEGIN; SET LOCAL statement');
    child.stdin.end(backup);
    expect(await ended).toEqual({ code: 1, said: expect.stringMatching(ONE_SENTENCE) });
  });
});

test('a mistyped flag is not taken for a file name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'summit-backup-'));
  const { ended } = runCommand(folder, world.database, 'backup', '--help');
  expect(await ended).toEqual({ code: 2, said: expect.stringContaining('Usage') });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('lines are complete however the chunks are split', async () => {
  const bytes = Buffer.from('ä\nb\n\nc');
  const cut = async function* () {
    for (const byte of bytes) yield Uint8Array.of(byte);
  };
  const lines: string[] = [];
  for await (const line of splitLines(cut())) lines.push(line);
  expect(lines).toEqual(['ä', 'b', '', 'c']);
});

/** Resolves `ended` with what the command said. */
function runCommand(cwd: string, { url }: TestDatabase, ...args: string[]) {
  const command = fileURLToPath(new URL('command.ts', import.meta.url));
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { ...ownEnvironment, ...environmentOf(world.sandbox, world.siteUrl, url) },
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], said]) => ({
    code,
    said,
  }));
  return { child, ended };
}

/** Ends the connection that is idle in its transaction after a statement that starts like that. */
async function endConnection({ pool }: TestDatabase, statement: string): Promise<void> {
  await eventually(async () => {
    const { rows: ended } = await pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction' AND starts_with(query, $1)`,
      [statement],
    );
    expect(ended).toHaveLength(1);
  });
}

const firstRow = (lines: string[]) => lines.findIndex((line) => line.startsWith('{'));

function withLines(change: (lines: string[]) => string[]): Buffer {
  const lines = gunzipSync(backup).toString().trimEnd().split('\n');
  return gzipSync(`${change(lines).join('\n')}\n`);
}
