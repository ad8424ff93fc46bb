import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type Buying, openBuying } from '../torture/buying.ts';
import { openCaller } from '../torture/caller.ts';
import { startCluster } from '../torture/cluster.ts';
import { openSite } from '../torture/site.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const CLIENTS = 24;
const SECONDS = 20;
/** The calls that a buyer makes for one order. */
const CALLS_OF_AN_ORDER = 3;

/** Completed orders per minute through the whole path, next to what the runtime alone can do. */
export async function benchOrders(): Promise<Figure[]> {
  const orders = await sell();
  const runtime = await runtimeLimit();
  const share = ((100 * orders.rate) / runtime).toFixed(0);
  return [
    {
      name: `orders completed a minute, ${CLIENTS} buyers (${share} % of ${runtime.toFixed(0)} times ${CALLS_OF_AN_ORDER} calls that do nothing)`,
      goal: 9_000,
      measured: orders.rate,
      unit: '/min',
      isFloor: true,
    },
    { name: `a buyer's call meanwhile (p95)`, goal: 500, measured: orders.p95, unit: 'ms' },
    { name: 'memory of a process meanwhile', goal: 500, measured: orders.megabytes, unit: 'MB' },
  ];
}

async function sell(): Promise<{ rate: number; p95: number; megabytes: number }> {
  await using cluster = await startCluster();
  await using site = await openSite(cluster, { processes: 3, environment: { LOG_LEVEL: 'error' } });
  await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
  using buying = openBuying(site);
  // Sent mail is discarded; it would be a gigabyte.
  using _empty = setInterval(() => site.sandbox.mailbox.clear(), 1_000);
  await buyFor(buying, 5);
  const [before, waited] = [buying.completed, buying.waits.length];
  const minutes = await buyFor(buying, SECONDS);
  return {
    rate: (buying.completed - before) / minutes,
    p95: percentile(buying.waits.slice(waited), 0.95),
    megabytes: Math.max(...(await Promise.all(site.processes.map(({ child }) => memoryOf(child.pid!))))),
  };
}

/** A process's peak memory in MB; Linux only. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Minutes taken, slightly longer than requested, because buyers finish their last purchase. */
async function buyFor(buying: Buying, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const lane = async () => {
    while (performance.now() - startedAt < seconds * 1000) await buying.buy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, lane));
  return (performance.now() - startedAt) / 60_000;
}

/** How many times per minute that many clients complete an order's calls against a server that does nothing. */
async function runtimeLimit(): Promise<number> {
  const server = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  using caller = openCaller([(server.address() as { port: number }).port]);
  const startedAt = performance.now();
  let calls = 0;
  const lane = async () => {
    while (performance.now() - startedAt < 5_000) {
      await caller.call('/');
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, lane));
  const minutes = (performance.now() - startedAt) / 60_000;
  server.close();
  return calls / CALLS_OF_AN_ORDER / minutes;
}
