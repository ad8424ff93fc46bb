import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl } from '../start-postgres.ts';
import { findBrokenPromises, startBuyers } from './buyers-load.ts';
import type { Check, Outcome } from './check.ts';
import { startCluster } from './cluster.ts';
import { stopPostgres } from './postmaster.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { openSite, type Site } from './site.ts';
import { type Standby, socketOf, startStandby } from './standby.ts';

const LANES = 8;
const MAX_RECOVERY_MS = 10_000;

/** R18b: the database's machine is lost, and another takes over. */
export const failover: Check = {
  id: 'R18b',
  title:
    'the primary killed under load, a second after its synchronous standby was cut off; the standby takes over',
  goal: `0 acknowledged orders or payments lost, sales resume in < ${MAX_RECOVERY_MS / 1000} s, same processes`,
  seconds: 120,
  run: () => failOver(true),
  // An asynchronous standby may lack the last second's commits.
  control: () => failOver(false),
};

async function failOver(isSynchronous: boolean): Promise<Outcome> {
  await using primary = await startCluster();
  await using standby = await startStandby(primary, isSynchronous);
  await using line = await startProxy([socketOf(primary)]);
  // Its database is removed with its clusters.
  const cluster = { ...primary, drop: async () => {} };
  await using site = await openSite(cluster, {
    processes: 2,
    environment: { LOG_LEVEL: 'silent' },
    databaseUrl: (url) => `postgresql://postgres@127.0.0.1:${line.port}${new URL(url).pathname}`,
  });
  await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
  return await takeOver(site, line, standby, () => stopPostgres(primary, 'SIGKILL'));
}

async function takeOver(
  site: Site,
  line: TcpProxy,
  standby: Standby,
  killPrimary: () => Promise<void>,
): Promise<Outcome> {
  const children = site.processes.map((one) => one.child.pid);
  const load = startBuyers(site, LANES);
  await sleep(5_000);
  await standby.cutOff();
  await sleep(1_000);
  await killPrimary();
  const toldBefore = load.completed.size;
  const killedAt = performance.now();
  await standby.promote();
  line.setTargets([standby.socket]);
  line.cutAll();
  await sleep(MAX_RECOVERY_MS);
  await load.stop();
  const pool = new pg.Pool({
    connectionString: databaseUrl(standby.url, new URL(site.databaseUrl).pathname.slice(1)),
    max: 1,
  });
  try {
    const broken = await findBrokenPromises({ ...site, pool }, load);
    const sold = load.seen.filter((one) => one.path === 'order' && one.status === 200);
    const again = sold.map((one) => one.startedAt + one.ms - killedAt).find((ms) => ms > 0) ?? Infinity;
    const isSame = site.processes.every((one, index) => one.child.pid === children[index]);
    return {
      measured: `${toldBefore} told completed before, ${load.completed.size} in all; sells again after ${again.toFixed(0)} ms; ${broken.join(', ') || 'all there'}`,
      passed: toldBefore > 0 && broken.length === 0 && again < MAX_RECOVERY_MS && isSame,
    };
  } finally {
    await pool.end();
  }
}
