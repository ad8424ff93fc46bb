import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Buying, openBuying } from '../torture/buying.ts';
import { openCaller } from '../torture/caller.ts';
import { startCluster } from '../torture/cluster.ts';
import { openSite } from '../torture/site.ts';
import { openBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';
import { writeOrderScript } from './order-script.ts';
import { percentile } from './percentile.ts';
import { recordStatements } from './record-statements.ts';

const CLIENTS = 24;
const SECONDS = 20;
/** The calls that a buyer makes for one order. */
const CALLS_OF_AN_ORDER = 3;

/** Completed orders per minute through the whole path, next to what the database and the runtime alone can do. */
export async function benchOrders(): Promise<Figure[]> {
  const orders = await sell();
  const database = await databaseLimit();
  const runtime = await runtimeLimit();
  const share = (limit: number | null) =>
    limit === null
      ? 'not measured: pgbench is not installed'
      : `${((100 * orders.rate) / limit).toFixed(0)} %`;
  const [ofDatabase, ofRuntime] = [share(database), share(runtime)];
  const limits = `of the ${database?.toFixed(0) ?? '?'} that pgbench does with the same statements ${ofDatabase}, of ${runtime.toFixed(0)} times ${CALLS_OF_AN_ORDER} calls that do nothing ${ofRuntime}`;
  return [
    {
      name: `orders completed a minute, ${CLIENTS} buyers (${limits})`,
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
  const cluster = await startCluster();
  try {
    const site = await openSite(cluster, { processes: 3, environment: { LOG_LEVEL: 'error' } });
    try {
      await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
      const buying = openBuying(site);
      // Sent mail is discarded; it would be a gigabyte.
      const empty = setInterval(() => site.sandbox.mailbox.clear(), 1_000);
      await buyFor(buying, 5);
      const [before, waited] = [buying.completed, buying.waits.length];
      const minutes = await buyFor(buying, SECONDS);
      clearInterval(empty);
      buying.close();
      return {
        rate: (buying.completed - before) / minutes,
        p95: percentile(buying.waits.slice(waited), 0.95),
        megabytes: Math.max(...(await Promise.all(site.processes.map(({ child }) => memoryOf(child.pid!))))),
      };
    } finally {
      await site.stop();
    }
  } finally {
    await cluster.stop();
  }
}

/** A process's peak memory in MB; Linux only. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Minutes taken; a little longer than asked, because buyers finish what they began. */
async function buyFor(buying: Buying, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const lane = async () => {
    while (performance.now() - startedAt < seconds * 1000) await buying.buy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, lane));
  return (performance.now() - startedAt) / 60_000;
}

/** Orders per minute by the database alone, or null without pgbench. */
async function databaseLimit(): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'summit-pgbench-'));
  const recording = recordStatements();
  const world = await openBenchWorld();
  try {
    await world.database.pool.query('UPDATE event_capacity SET max_capacity = 100000000');
    const script = join(folder, 'order.sql');
    await writeFile(script, await writeOrderScript(world, recording.statements));
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(CLIENTS),
      '-j',
      '2',
      '-T',
      String(SECONDS),
      '-f',
      script,
    ];
    const { stdout } = await promisify(execFile)('pgbench', [...args, world.database.url]);
    const match = /^tps = ([\d.]+)/m.exec(stdout);
    if (!match || /^number of failed transactions: [1-9]/m.test(stdout))
      throw new Error(`pgbench said: ${stdout}`);
    return Number(match[1]) * 60;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    recording.stop();
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many times per minute that many clients complete an order's calls against a server that does nothing. */
async function runtimeLimit(): Promise<number> {
  const server = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caller = openCaller([(server.address() as { port: number }).port]);
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
  caller.close();
  server.close();
  return calls / CALLS_OF_AN_ORDER / minutes;
}
