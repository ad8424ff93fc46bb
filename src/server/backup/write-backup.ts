import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { NOT_OURS } from '../db/apply-migrations.ts';
import { withClient } from '../db/with-client.ts';
import { OperatorRefusal } from '../errors.ts';
import { FORMAT, writeControl } from './format.ts';

const BATCH = 200;

/**
 * Writes every table as of one instant while the site runs. The job queue is left out: unsent mail is in `mails`, and
 * a restore queues it again. Resolves with the number of rows; rejects with OperatorRefusal if the database isn't the
 * site's, and with an AbortError if the signal ends it.
 */
export async function writeBackup(url: string, output: Writable, signal?: AbortSignal): Promise<number> {
  return withClient(url, async (client) => {
    // A query that waits for a lock would hold up the end.
    signal?.addEventListener('abort', () => void client.end());
    // However slow the receiver is.
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
       SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL timezone = 'UTC'`,
    );
    await refuseForeign(client);
    const counted = { rows: 0 };
    await pipeline(linesOf(client, counted), createGzip({ level: 6 }), output, { signal });
    await client.query('COMMIT');
    return counted.rows;
  });
}

async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('public.migrations') IS NULL AS is_foreign");
  if (rows[0].is_foreign) throw new OperatorRefusal(NOT_OURS);
}

async function* linesOf(client: pg.Client, counted: { rows: number }): AsyncGenerator<string> {
  const { rows: names } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const { rows: time } = await client.query<{ at: string }>('SELECT to_jsonb(now()) AS at');
  yield writeControl({ format: FORMAT, takenAt: time[0]!.at, migrations: names.map(({ name }) => name) });
  for (const table of await listTables(client)) {
    yield writeControl({ table });
    yield* rowsOf(client, table, counted);
  }
  // After the rows: sequences ignore snapshots, and may be ahead of the rows but not behind. Unused ones may have been
  // used since the backup.
  const { rows: sequences } = await client.query<{ sequence: string; value: string }>(
    `SELECT quote_ident(sequencename) AS sequence, coalesce(last_value, 0)::text AS value FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY 1`,
  );
  yield sequences.map(writeControl).join('');
  yield writeControl({ rows: counted.rows });
}

async function* rowsOf(client: pg.Client, table: string, counted: { rows: number }): AsyncGenerator<string> {
  const name = client.escapeIdentifier(table);
  await client.query(
    `DECLARE rows_of_table NO SCROLL CURSOR FOR SELECT to_jsonb(kept)::text AS line FROM ${name} AS kept`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${BATCH} FROM rows_of_table`);
    counted.rows += rows.length;
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`;
    if (rows.length < BATCH) break;
  }
  await client.query('CLOSE rows_of_table');
}

/** Data about the database itself, which would be wrong in another. */
export const OF_THIS_DATABASE = ['migrations', 'door_changes', 'door_feed'];

/** Referenced tables come before those that reference them. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `SELECT relname AS name, ARRAY(SELECT target.relname::text FROM pg_constraint
         JOIN pg_class AS target ON target.oid = confrelid
         WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS needs
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL($1)
     ORDER BY relname`,
    [OF_THIS_DATABASE],
  );
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, needs }) => !ordered.includes(name) && needs.every((one) => ordered.includes(one)),
    );
    if (next.length === 0) throw new Error('the tables have a reference cycle');
    ordered.push(...next.map(({ name }) => name));
  }
  return ordered;
}
