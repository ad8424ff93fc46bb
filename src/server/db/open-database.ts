import pg from 'pg';
import { applyMigrations } from './apply-migrations.ts';
import { limitWaits } from './connection-waits.ts';
import { DrizzleQueryError, drizzle, type NodePgDatabase } from './drizzle.ts';
import { dropSilent } from './drop-silent.ts';
import { planEachTime, planOnce } from './plan-once.ts';
import * as tables from './tables.ts';

export type Database = NodePgDatabase<typeof tables>;
/** A transaction. Use cases that run in the caller's transaction take this. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Settings for a transaction that reads all tables as they were at one moment. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** For jobs, which may run twice: commits don't wait for the disk. */
  readonly jobsPool: pg.Pool;
  close(): Promise<void>;
}

/** Opens the pool and migrates the schema, or what `prepare` does instead; several processes may do so at once. */
export async function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  prepare: (pool: pg.Pool) => Promise<void> = applyMigrations,
): Promise<OpenDatabase> {
  const pool = openPool(url, { max: 20, settings: WAITS }, onIdleError);
  const jobsPool = openPool(url, { max: 4, settings: [...WAITS, 'synchronous_commit=off'] }, onIdleError);
  limitWaits(pool);
  const close = () => Promise.all([pool.end(), jobsPool.end()]).then(() => undefined);
  await prepare(pool).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const db = drizzle(pool, { schema: tables });
  db.transaction = transactionsOf(pool);
  return { db, pool, jobsPool, close };
}

/** So that a waiting buyer gets a response: locks are short, and a long wait means trouble. */
const WAITS = ['lock_timeout=3000', 'statement_timeout=20000', 'idle_in_transaction_session_timeout=20000'];

function openPool(
  url: string,
  { max, settings }: { max: number; settings: readonly string[] },
  onIdleError: (error: Error) => void,
): pg.Pool {
  // The parameter that other products use. PgBouncer keeps neither a session's plans nor its settings.
  const isPooled = new URL(url).searchParams.get('pgbouncer') === 'true';
  const options = isPooled ? undefined : settings.map((one) => `-c ${one}`).join(' ');
  // Statements that don't await the one before are sent at once.
  const sending = { pipeline: true, connectionTimeoutMillis: 5_000 };
  const pool = new pg.Pool({ connectionString: url, max, ...sending, options });
  pool.on('error', onIdleError);
  dropSilent(pool);
  // Without a listener, a checked-out client that loses its connection between two queries would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  (isPooled ? planEachTime : planOnce)(pool);
  return pool;
}

/** Like Drizzle's own, which never returns a connection lost before its BEGIN: the pool would run dry. */
function transactionsOf(pool: pg.Pool): Database['transaction'] {
  const databases = new WeakMap<pg.PoolClient, Database>();
  return async (work, config) => {
    const client = await pool.connect().catch((cause: Error) => {
      throw new DrizzleQueryError('BEGIN', [], cause);
    });
    try {
      const database = databases.get(client) ?? drizzle(client, { schema: tables });
      databases.set(client, database);
      return await database.transaction(work, config);
    } finally {
      client.release();
    }
  };
}

/** The error and its causes, each once: an error may be its own cause. */
function chainOf(error: unknown): Set<Error> {
  const chain = new Set<Error>();
  for (let cause = error; cause instanceof Error && !chain.has(cause); cause = cause.cause) chain.add(cause);
  return chain;
}

/** The SQLSTATE and constraint of a failed query, wherever Drizzle wrapped it. */
export function databaseFault(error: unknown): { code: string; constraint: string | null } | null {
  for (const cause of chainOf(error)) {
    if (cause instanceof pg.DatabaseError && cause.code) {
      return { code: cause.code, constraint: cause.constraint ?? null };
    }
  }
  return null;
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const fault = databaseFault(error);
  return fault?.code === '23505' && fault.constraint === constraint;
}

/** Whether the query failed because the database is down, full or busy, and not because of the query itself. */
export function isDatabaseDown(error: unknown): boolean {
  const fault = databaseFault(error);
  // 08 connection, 53 resources, 57P shutdown, 55P03 lock timeout, 25P03 idle timeout, 40001/40P01 retry.
  if (fault)
    return /^(08|53|57)/.test(fault.code) || ['55P03', '25P03', '40001', '40P01'].includes(fault.code);
  let isOfQuery = false;
  for (const cause of chainOf(error)) {
    if (/timeout exceeded when trying to connect|Connection terminated|not queryable/.test(cause.message))
      return true;
    // Only of a query: providers and the mail server have the same codes.
    isOfQuery ||= cause instanceof DrizzleQueryError;
    if (isOfQuery && UNREACHABLE.includes((cause as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/** The codes of a name that can't be resolved, of a host or socket that isn't there, and of a lost connection. */
const UNREACHABLE = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
];
