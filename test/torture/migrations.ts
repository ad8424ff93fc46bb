import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { applyMigrations } from '#server/db/apply-migrations.ts';
import { withLaterMigration } from '../later-migration.ts';
import { administer, databaseUrl } from '../start-postgres.ts';
import type { Check, Outcome } from './check.ts';

const ORDERS = 100_000;
const LANES = 4;
const MAX_MS = 1_000;
/** What a later release may do to a running site. */
const LATER = `ALTER TABLE orders ADD COLUMN priority integer NOT NULL DEFAULT 0;
  CREATE INDEX orders_by_organization ON orders (organization);
  CREATE TABLE order_labels (order_id integer PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE, label text NOT NULL);`;

/** R23: a migration runs on a full database under load. */
export const migrations: Check = {
  id: 'R23',
  title: `a migration on ${ORDERS} orders under load, beside a transaction of 2 s`,
  goal: `no statement waits > ${MAX_MS / 1000} s; a failed migration leaves nothing behind and succeeds later`,
  seconds: 240,
  async run(torture) {
    const url = databaseUrl(torture.cluster.url, `summit_migrations_${torture.seed}`);
    await administer(torture.cluster.url, `CREATE DATABASE summit_migrations_${torture.seed}`);
    const pool = new pg.Pool({ connectionString: url, max: LANES + 3 });
    try {
      await fill(pool, torture.count(ORDERS));
      return await withLaterMigration(LATER, (folder) => migrate(pool, folder));
    } finally {
      await pool.end();
      await torture.cluster.drop(url);
    }
  },
};

async function fill(pool: pg.Pool, count: number): Promise<void> {
  await applyMigrations(pool);
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

async function migrate(pool: pg.Pool, folder: URL): Promise<Outcome> {
  const rolledBack = await failOnce(pool, folder);
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
  const failure = await applyMigrations(pool, folder).then(
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

/** A table of the same name makes its last statement fail; once it is removed, everything is as before. */
async function failOnce(pool: pg.Pool, folder: URL): Promise<boolean> {
  const state = async () =>
    (
      await pool.query(`SELECT name FROM migrations UNION ALL SELECT attname FROM pg_attribute
        WHERE attrelid = 'orders'::regclass UNION ALL SELECT indexname FROM pg_indexes ORDER BY 1`)
    ).rows;
  const before = await state();
  await pool.query('CREATE TABLE order_labels (id integer)');
  const failed = await applyMigrations(pool, folder).then(
    () => false,
    () => true,
  );
  await pool.query('DROP TABLE order_labels');
  return failed && isDeepStrictEqual(await state(), before);
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
