import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorRefusal } from '../errors.ts';
import { inTurn } from './in-turn.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** A waiting table lock blocks everybody behind it, so a migration gives up soon and retries. */
const LOCK_WAIT_MS = 500;
const PAUSE_MS = 500;
const TRIES = 120;

/**
 * Applies each `migrations/NNNN_what.sql` once, in order. Processes that start together wait for the first. Refuses a
 * database with migrations that this version doesn't have: its writes could break what a later one relies on.
 */
export async function applyMigrations(pool: pg.Pool, folder = FOLDER): Promise<void> {
  const client = await pool.connect();
  try {
    await inTurn(client, () =>
      client.query(
        'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
      ),
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const applied = new Set(rows.map((row) => row.name));
    const names = await listMigrations(folder);
    refuseUnknown(applied, names);
    for (const name of names.filter((one) => !applied.has(one))) await apply(client, folder, name);
  } finally {
    client.release();
  }
}

/** Commands may be run with a mistyped database. */
export const NOT_OURS =
  'This is not a database of the site, or the site has never started on it. Check DATABASE_URL, or DATA_DIR.';

/** For commands. If they migrated, a running site of an older version could not start again. */
export async function refuseOtherVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    "SELECT FROM to_regclass('public.migrations') AS name WHERE name IS NOT NULL",
  );
  const sql = 'SELECT name FROM migrations ORDER BY name';
  const applied = rows.length > 0 ? (await pool.query<{ name: string }>(sql)).rows : [];
  if (applied.length === 0) throw new OperatorRefusal(NOT_OURS);
  if (applied.map(({ name }) => name).join(' ') === (await listMigrations(FOLDER)).join(' ')) return;
  throw new OperatorRefusal(
    'The database belongs to another version of the site: run the command from that version, or start this one first.',
  );
}

async function listMigrations(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
}

function refuseUnknown(applied: ReadonlySet<string>, known: readonly string[]): void {
  const newest = [...applied]
    .filter((name) => !known.includes(name))
    .toSorted()
    .at(-1);
  if (!newest) return;
  throw new OperatorRefusal(
    `The database belongs to a newer version of the site, or to one from before the first release, which applied ${newest}. Start that version, or restore a backup taken before the update into a new database. If it is a development or demo database, delete its folder.`,
  );
}

async function apply(client: pg.PoolClient, folder: URL, name: string): Promise<void> {
  const statements = await readFile(new URL(name, folder), 'utf8');
  for (let left = TRIES; ; left -= 1) {
    try {
      return await inTurn(client, async () => {
        if (await isApplied(client, name)) return;
        await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
        await client.query(statements);
        await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
      });
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === '55P03';
      if (!isBusy || left === 1)
        throw new Error(`The migration ${name} failed; nothing of it was applied.`, { cause: error });
      await sleep(PAUSE_MS);
    }
  }
}

/** Another process may have been first. */
async function isApplied(client: pg.PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM migrations WHERE name = $1', [name]);
  return rows.length > 0;
}
