import { readFile } from 'node:fs/promises';
import { percentile } from '../bench/percentile.ts';
import { openBuying } from './buying.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { cpuTime } from './cpu-time.ts';
import { openSite, type Site } from './site.ts';

const WIDTH = 24;
const GOAL_A_MINUTE = 9_000;
const GOAL_MS = 500;
const GOAL_MB = 500;

/** R9: as many purchases as possible, one after another, by this many buyers at once. */
export const onSale: Check = {
  id: 'R9',
  title: `the rush when sales open, ${WIDTH} concurrent buyers, 3 processes`,
  goal: `≥ ${GOAL_A_MINUTE} completed orders a minute for 2 min, p95 of the buyer's calls < ${GOAL_MS} ms, ≤ ${GOAL_MB} MB a process`,
  seconds: 300,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 3, environment: { LOG_LEVEL: 'error' } });
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    return await sell(site, torture);
  },
};

async function sell(site: Site, torture: Torture): Promise<Outcome> {
  using buying = openBuying(site);
  // Sent mail is discarded; it would be a gigabyte.
  using _empty = setInterval(() => site.sandbox.mailbox.clear(), 1_000);
  await buyUntil(buying, performance.now() + torture.count(5) * 1000);
  const before = { completed: buying.completed, waits: buying.waits.length, ...(await cpuTime(site)) };
  const startedAt = performance.now();
  await buyUntil(buying, startedAt + torture.count(120) * 1000);
  const minutes = (performance.now() - startedAt) / 60_000;
  const after = await cpuTime(site);

  const completed = buying.completed - before.completed;
  const rate = completed / minutes;
  const p95 = percentile(buying.waits.slice(before.waits), 0.95);
  const cost = (['site', 'database', 'rest'] as const).map(
    (one) => `${one} ${((after[one] - before[one]) / completed).toFixed(1)}`,
  );
  const memory = Math.max(...(await Promise.all(site.processes.map(({ child }) => memoryOf(child.pid!)))));
  const wrong = await countWrong(site, buying.completed);
  return {
    measured: `${rate.toFixed(0)} a minute, p95 ${p95.toFixed(0)} ms, ${memory.toFixed(0)} MB; CPU ms an order: ${cost.join(', ')}; ${wrong}`,
    passed:
      rate >= GOAL_A_MINUTE &&
      p95 < GOAL_MS &&
      memory <= GOAL_MB &&
      wrong === 'all in the database with seat, code and mail',
  };
}

/** As many purchases as possible until then, by `performance.now()`. */
export async function buyUntil(buying: ReturnType<typeof openBuying>, end: number): Promise<void> {
  const lane = async () => {
    while (performance.now() < end) await buying.buy();
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
}

/** A process's peak memory in MB; Linux only. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

async function countWrong({ pool }: Site, completed: number): Promise<string> {
  const { rows } = await pool.query<
    Record<'orders' | 'people' | 'codes' | 'mails' | 'seats' | 'sent', number>
  >(
    `SELECT (SELECT count(*) FROM orders WHERE payment_status = 'completed')::int AS orders,
       (SELECT count(*) FROM registrations)::int AS people, (SELECT count(*) FROM qr_codes)::int AS codes,
       (SELECT count(*) FROM mails)::int AS mails, (SELECT count(*) FROM mails WHERE sent_at IS NOT NULL)::int AS sent,
       (SELECT max(current_registrations) FROM event_capacity)::int AS seats`,
  );
  const { sent, ...found } = rows[0]!;
  const isRight = Object.values(found).every((one) => one === completed);
  return isRight
    ? 'all in the database with seat, code and mail'
    : `${completed} were told completed, but ${JSON.stringify({ ...found, sent })}`;
}
