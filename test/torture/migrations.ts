import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyMigrations } from '#server/db/apply-migrations.ts';
import { administer, databaseUrl } from '../start-postgres.ts';
import type { Check, Outcome } from './check.ts';

const ORDERS = 100_000;
const LANES = 4;
const MAX_MS = 1_000;
/** Before any release. Later ones must not break a running site. */
const FIRST = ['0001_tables.sql', '0002_rate_limits.sql', '0003_money.sql'];

/** R23: migrations run on a full database under load. */
export const migrations: Check = {
  id: 'R23',
  title: `migrations on ${ORDERS} orders under load, beside a transaction of 2 s`,
  goal: `no statement waits > ${MAX_MS / 1000} s; a failed migration leaves nothing behind and succeeds later`,
  seconds: 240,
  async run(torture) {
    const url = databaseUrl(torture.cluster.url, `summit_migrations_${torture.seed}`);
    await administer(torture.cluster.url, `CREATE DATABASE summit_migrations_${torture.seed}`);
    const pool = new pg.Pool({ connectionString: url, max: LANES + 3 });
    try {
      await fill(pool, torture.count(ORDERS));
      return await migrate(pool);
    } finally {
      await pool.end();
      await torture.cluster.drop(url);
    }
  },
};

async function fill(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  for (const name of FIRST) {
    const file = new URL(`../../src/server/db/migrations/${name}`, import.meta.url);
    await pool.query(await readFile(file, 'utf8'));
    await pool.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  }
  await pool.query(`${INSERT_ORDER} FROM generate_series(1, $1) AS n`, [count]);
  await pool.query(
    `INSERT INTO registrations (order_id, first_name, last_name, email, track, is_organizer, created_at)
     SELECT id, organizer_first_name, organizer_last_name, organizer_email, 'caregivers', true, now() FROM orders`,
  );
  await pool.query('ANALYZE');
}

const INSERT_ORDER = `INSERT INTO orders (transaction_id, organizer_first_name, organizer_last_name, organizer_email,
    event_type, total_amount, payment_status, package_size, pricing, created_at)
  SELECT 'torture-' || n, 'Jane', 'Sample ' || n, 'jane' || n || '@example.org', 'conference', 20, 'completed',
    'individual', 'regular', now()`;

async function migrate(pool: pg.Pool): Promise<Outcome> {
  const rolledBack = await failOnce(pool);
  const load = startLoad(pool);
  await sleep(500);
  const reader = await pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM orders WHERE id < 10');
  const reading = sleep(2_000).then(async () => {
    await reader.query('COMMIT');
    reader.release();
  });
  const startedAt = performance.now();
  const failure = await applyMigrations(pool).then(
    () => null,
    (error: unknown) => String(error),
  );
  const took = performance.now() - startedAt;
  await reading;
  const { slowest, count } = await load.stop();
  return {
    measured: `applied in ${(took / 1000).toFixed(1)} s beside ${count} statements, slowest ${slowest.toFixed(0)} ms${failure ? `, ${failure}` : ''}; a failed one ${rolledBack ? 'left nothing' : 'left something'}`,
    passed: failure === null && slowest <= MAX_MS && rolledBack,
  };
}

/** A table of the same name makes the first one fail; once it is removed, everything is as before. */
async function failOnce(pool: pg.Pool): Promise<boolean> {
  const applied = async () =>
    (await pool.query<{ name: string }>('SELECT name FROM migrations')).rows.map((row) => row.name);
  await pool.query('CREATE TABLE email_template_versions (id integer)');
  const failed = await applyMigrations(pool).then(
    () => false,
    () => true,
  );
  await pool.query('DROP TABLE email_template_versions');
  return failed && String((await applied()).toSorted()) === String(FIRST);
}

/** What a running site does with orders: insert one, read one by key, update one. */
function startLoad(pool: pg.Pool): { stop(): Promise<{ slowest: number; count: number }> } {
  let [slowest, count, isOver] = [0, 0, false];
  const lane = async (_lane: unknown, index: number) => {
    for (let turn = 1; !isOver; turn += 1) {
      const key = 10_000_000 * (index + 1) + turn;
      for (const [text, value] of [
        [`${INSERT_ORDER} FROM (SELECT $1::int AS n) AS one`, key],
        ['SELECT id, payment_status FROM orders WHERE transaction_id = $1', `torture-${key}`],
        ['UPDATE orders SET paid_at = now() WHERE transaction_id = $1', `torture-${key}`],
      ] as const) {
        const before = performance.now();
        await pool.query(text, [value]);
        slowest = Math.max(slowest, performance.now() - before);
        count += 1;
      }
      await sleep(20);
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  return {
    async stop() {
      isOver = true;
      await lanes;
      return { slowest, count };
    },
  };
}
