import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { Logger } from 'pino';
import { applyMigrations, refuseOtherVersion } from '../db/apply-migrations.ts';
import { drizzle } from '../db/drizzle.ts';
import { openDatabase } from '../db/open-database.ts';
import * as tables from '../db/tables.ts';
import { withClient } from '../db/with-client.ts';
import { OperatorRefusal } from '../errors.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import { type Control, FORMAT, readControl, splitLines } from './format.ts';

const BATCH = 200;
/**
 * More ids than were given since the backup. Door phones, emails and payment providers still have those, so nothing else
 * must get them.
 */
const SINCE_THE_BACKUP = 10_000;

export interface Restored {
  readonly rows: number;
  readonly takenAt: string;
  /** Mail that was unsent when the backup was made; it is queued again. */
  readonly mailsQueued: number;
}

/**
 * Fills an empty database in one transaction. Rejects with OperatorRefusal if the database has rows, or if the backup
 * is cut short or from another version.
 */
export async function restoreBackup(url: string, input: Readable, log: Logger): Promise<Restored> {
  const sayLost = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost');
  const database = await openDatabase(url, sayLost, migrateIfNew);
  try {
    const queue = await openQueue(database.pool, log);
    try {
      return await fill(url, input, queue);
    } finally {
      await queue.stop();
    }
  } finally {
    await database.close();
  }
}

/** A database with tables may be a running site's, of an older version: a migration would keep it from restarting. */
async function migrateIfNew(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query("SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1");
  await (rows.length === 0 ? applyMigrations(pool) : refuseOtherVersion(pool));
}

async function fill(url: string, input: Readable, queue: Queue): Promise<Restored> {
  return withClient(url, async (client) => {
    // However long the input takes, for example while somebody types its passphrase.
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
       SET LOCAL idle_in_transaction_session_timeout = 0`,
    );
    const filling = startFilling(client);
    await pipeline(input, createGunzip(), async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const line of splitLines(pieces)) await filling.take(line);
    }).catch(asRefusal);
    const told = filling.end();
    const mailsQueued = await queueUnsent(client, queue);
    await markPasses(client);
    await endStaffSessions(client);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return { ...told, mailsQueued };
  });
}

/** In the restore's transaction: afterward, nothing would queue them. */
async function queueUnsent(client: pg.Client, queue: Queue): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM mails WHERE sent_at IS NULL AND failed_at IS NULL ORDER BY created_at, id',
  );
  const tx = drizzle(client, { schema: tables });
  for (const { id } of rows) await queue.enqueue(tx, 'send-mail', { mailId: id });
  return rows.length;
}

/** Wallets may have newer passes than the backup, which would stay. One may even be new at Google. */
async function markPasses(client: pg.Client): Promise<void> {
  await client.query('UPDATE wallet_passes SET is_due = true, google_version = coalesce(google_version, 0)');
}

/** Some may have ended since the backup, for example when somebody signed out. Buyers' browsers keep their orders. */
async function endStaffSessions(client: pg.Client): Promise<void> {
  await client.query("DELETE FROM sessions WHERE sess ? 'user'");
}

function asRefusal(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR')
    throw new OperatorRefusal('The backup is incomplete: its compressed data ends too early.');
  // A damaged row reaches the database before the checksum at the end is read.
  if (code.startsWith('Z_') || code.startsWith('22'))
    throw new OperatorRefusal('This is not a backup of the site, or it is damaged or still encrypted.');
  throw error;
}

interface Filling {
  take(line: string): Promise<void>;
  end(): { readonly rows: number; readonly takenAt: string };
}

function startFilling(client: pg.Client): Filling {
  let takenAt: string | null = null;
  let table: string | null = null;
  let isWhole = false;
  let told: number | null = null;
  let rows = 0;
  let batch: string[] = [];
  const flush = async () => {
    if (batch.length === 0 || table === null) return;
    rows += batch.length;
    await insert(client, table, batch);
    batch = [];
  };
  const obey = async (control: Control) => {
    await flush();
    if ('format' in control) {
      await refuseUnfit(client, control);
      takenAt = control.takenAt;
    } else if (takenAt === null) {
      throw new OperatorRefusal('This is not a backup of the site.');
    } else if ('table' in control) {
      table = control.table;
      await refuseFull(client, table);
      isWhole = await refersToItself(client, table);
    } else if ('sequence' in control) {
      const { sequence, value } = control;
      await client.query('SELECT setval($1::regclass, $2::bigint + $3)', [sequence, value, SINCE_THE_BACKUP]);
    } else {
      told = control.rows;
    }
  };
  return {
    async take(line) {
      if (line.startsWith('#')) return obey(readControl(line));
      if (table === null) throw new OperatorRefusal('This is not a backup of the site.');
      batch.push(line);
      if (batch.length >= BATCH && !isWhole) await flush();
    },
    end() {
      if (takenAt === null || told !== rows)
        throw new OperatorRefusal('The backup is incomplete: rows are missing.');
      return { rows, takenAt };
    },
  };
}

async function refuseUnfit(
  client: pg.Client,
  { format, migrations }: Extract<Control, { format: string }>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const here = rows.map(({ name }) => name).join(' ');
  if (format === FORMAT && migrations.join(' ') === here) return;
  throw new OperatorRefusal(
    'The backup was taken by another version of the site: restore it with that version, then start this one.',
  );
}

async function refuseFull(client: pg.Client, table: string): Promise<void> {
  const name = client.escapeIdentifier(table);
  const { rows } = await client.query<{ full: boolean }>(`SELECT EXISTS (SELECT FROM ${name}) AS full`);
  if (rows[0]?.full)
    throw new OperatorRefusal(`The database is not empty: ${table} has rows. Restore into a new one.`);
}

/** Its rows are inserted at once, because one may refer to a later one. */
async function refersToItself(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass AND confrelid = conrelid",
    [client.escapeIdentifier(table)],
  );
  return rowCount !== 0;
}

async function insert(client: pg.Client, table: string, lines: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [client.escapeIdentifier(table)],
  );
  const [name, columns] = [client.escapeIdentifier(table), rows[0]!.columns];
  await client.query(
    `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)`,
    [`[${lines.join(',')}]`],
  );
}
