import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { createLog } from '#server/log.ts';
import { fillOrders } from '../bench/order-growth.ts';
import { type BuyersLoad, startBuyers } from './buyers-load.ts';
import type { Check, Outcome } from './check.ts';
import { startCluster } from './cluster.ts';
import { openSite, type Site } from './site.ts';

const LANES = 8;
const ORDERS_BEFORE = 20_000;
const MAX_MS = 300_000;

/** R22: a backup while people buy, restored into another, empty cluster. */
export const backupUnderLoad: Check = {
  id: 'R22',
  title: `backup under load beside ${ORDERS_BEFORE} older orders, restored into an empty cluster`,
  goal: `every order confirmed before it began; seats, tickets, mails and money agree; ≤ ${MAX_MS / 60_000} min`,
  seconds: 400,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 2, environment: { LOG_LEVEL: 'error' } });
    await using other = await startCluster();
    const before = torture.count(ORDERS_BEFORE);
    await fillOrders(site.pool, before);
    await site.pool.query(
      `UPDATE event_capacity SET max_capacity = 1000000,
         current_registrations = CASE WHEN event_date = '2025-09-20' THEN $1::int ELSE 0 END`,
      [before],
    );
    const load = startBuyers(site, LANES);
    try {
      await sleep(torture.count(10) * 1_000);
      return await backUpAndRestore(site, load, await other.createDatabase(), other.dataDir);
    } finally {
      await load.stop();
    }
  },
};

async function backUpAndRestore(
  site: Site,
  load: BuyersLoad,
  target: string,
  folder: string,
): Promise<Outcome> {
  const file = join(folder, 'summit.backup');
  const before = [...load.completed];
  const seenBefore = load.seen.length;
  const began = performance.now();
  const rows = await writeBackup(site.databaseUrl, createWriteStream(file));
  const written = performance.now();
  const [during, since] = [load.completed.size - before.length, load.seen.slice(seenBefore)];
  await restoreBackup(target, createReadStream(file), createLog('error'));
  const restored = performance.now();
  const pool = new pg.Pool({ connectionString: target, max: 1 });
  try {
    const missing = await findMissing(pool, before);
    const disagreements = await findDisagreements(pool);
    const faults = since.filter((one) => one.status !== 200).length;
    const { size } = await stat(file);
    return {
      measured: `${rows} rows, ${(size / 1e6).toFixed(1)} MB in ${(written - began).toFixed(0)} ms while ${during} orders were completed with ${faults} faults; restored in ${(restored - written).toFixed(0)} ms; ${missing} of ${before.length} missing; ${disagreements.join(', ') || 'all agrees'}`,
      passed:
        before.length > 0 && missing + faults + disagreements.length === 0 && restored - began <= MAX_MS,
    };
  } finally {
    await pool.end();
  }
}

async function findMissing(pool: pg.Pool, completed: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ found: number }>(
    `SELECT count(*)::int AS found FROM orders WHERE transaction_id = ANY ($1) AND payment_status = 'completed'`,
    [completed],
  );
  return completed.length - rows[0]!.found;
}

/** Whether the copy is consistent: each order against its people, tickets, mails, money and seats. */
async function findDisagreements(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT
       (SELECT count(*) FROM orders o WHERE payment_status = 'completed' AND team_member_count <>
         (SELECT count(*) FROM registrations r JOIN qr_codes q ON q.registration_id = r.id WHERE r.order_id = o.id))::int
         AS "orders without their tickets",
       (SELECT count(*) FROM orders o WHERE payment_status = 'completed'
         AND NOT EXISTS (SELECT FROM mails m WHERE m.order_id = o.id))::int AS "orders without a mail",
       (SELECT count(*) FROM orders o WHERE payment_status = 'completed' AND total_amount * 100 <>
         (SELECT coalesce(sum(amount), 0) FROM payment_ledger l WHERE l.order_id = o.id))::int AS "orders without their money",
       (SELECT abs((SELECT coalesce(sum(team_member_count), 0) FROM orders WHERE seats_held AND event_type = 'conference')
         - (SELECT max(current_registrations) FROM event_capacity)))::int AS "seats that are not counted"`,
  );
  return Object.entries(rows[0]!).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
}
