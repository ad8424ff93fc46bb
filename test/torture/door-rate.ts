import { setTimeout as sleep } from 'node:timers/promises';
import { fillHall } from '../bench/door.ts';
import { percentile } from '../bench/percentile.ts';
import { openBuying } from './buying.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { buyUntil } from './on-sale.ts';
import { openScanning } from './scanning.ts';
import { openSite, type Site } from './site.ts';

const GOAL_A_MINUTE = 6_000;
const GOAL_MS = 50;
const SECONDS = 120;
/** Beyond this the machine is too slow, and more calls would only queue. */
const MAX_UNDER_WAY = 60;

/** R10: scans at the rate of a full door, while tickets sell at half of this machine's maximum. */
export const doorRate: Check = {
  id: 'R10',
  title: `${GOAL_A_MINUTE} scans a minute (verdict, then admission) with sales at half rate, 3 processes`,
  goal: `all admitted at that pace for 2 min, p95 of a call < ${GOAL_MS} ms`,
  seconds: 300,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 3, environment: { LOG_LEVEL: 'error' } });
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    return await scanAndSell(site, torture);
  },
};

async function scanAndSell(site: Site, torture: Torture): Promise<Outcome> {
  const seconds = torture.count(SECONDS);
  const tokens = await fillHall(site.pool, (seconds * GOAL_A_MINUTE) / 60);
  using scanning = await openScanning(site, tokens);
  using buying = openBuying(site);
  using _empty = setInterval(() => site.sandbox.mailbox.clear(), 1_000);
  const warm = 10;
  await buyUntil(buying, performance.now() + warm * 1_000);
  const halfRate = buying.completed / warm / 2;
  const before = buying.completed;
  const [scans, selling] = await Promise.all([
    atPace(tokens.length, GOAL_A_MINUTE / 60, scanning.scan),
    atPace(seconds * halfRate, halfRate, () => buying.buy()),
  ]);
  const { rows } = await site.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM check_ins');
  const rate = (tokens.length / scans.seconds) * 60;
  const p95 = percentile(scanning.waits, 0.95);
  const sold = ((buying.completed - before) / selling.seconds) * 60;
  return {
    measured: `${rate.toFixed(0)} scans a minute, p95 ${p95.toFixed(0)} ms, ${rows[0]!.count} of ${tokens.length} admitted, ${scans.skipped} held back; ${sold.toFixed(0)} orders a minute beside`,
    passed: rate >= GOAL_A_MINUTE * 0.99 && p95 < GOAL_MS && rows[0]!.count === tokens.length,
  };
}

/** Starts that many per second, whether or not earlier ones have finished, until there were `times`. */
async function atPace(
  times: number,
  aSecond: number,
  work: () => Promise<void>,
): Promise<{ seconds: number; skipped: number }> {
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let [begun, skipped] = [0, 0];
  while (begun < times && failures.length === 0) {
    const due = Math.min(times, ((performance.now() - startedAt) / 1000) * aSecond);
    while (begun < due && underWay.size < MAX_UNDER_WAY) {
      begun += 1;
      const one: Promise<void> = work()
        .catch((error) => void failures.push(error))
        .finally(() => underWay.delete(one));
      underWay.add(one);
    }
    if (begun < due) {
      skipped += 1;
      await Promise.race(underWay);
    } else await sleep(2);
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return { seconds: (performance.now() - startedAt) / 1000, skipped };
}
