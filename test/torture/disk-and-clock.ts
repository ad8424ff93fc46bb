import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findBrokenPromises, startBuyers } from './buyers-load.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { startPostgres } from './postmaster.ts';
import { openSite, type Site } from './site.ts';

const run = promisify(execFile);
const LANES = 4;
/** PostgreSQL's log takes 16 MB a file; the rest of the disk fills in seconds. */
const DISK_MB = 256;
const FIVE_MINUTES = 300_000;

/** R24: the database's disk fills up; then two processes' clocks differ by ten minutes. Root and Linux only. */
export const diskAndClock: Check = {
  id: 'R24',
  title: `the database's disk of ${DISK_MB} MB is full; one process's clock is 5 min ahead, another's 5 min behind`,
  goal: 'no false confirmation, sales resume once there is space, no seat sold twice or counted below zero',
  seconds: 180,
  async run(torture) {
    const disk = await fullDisk(torture);
    const clock = await clocksApart(torture);
    return { measured: `${disk.measured}; ${clock.measured}`, passed: disk.passed && clock.passed };
  },
};

async function fullDisk(torture: Torture): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'summit-disk-'));
  await chmod(folder, 0o711);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0711`, 'tmpfs', folder]);
  try {
    await using cluster = await startCluster(folder);
    await using site = await openSite(cluster, { processes: 2, environment: { LOG_LEVEL: 'silent' } });
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    return await fillAndFree(site, cluster, folder, torture);
  } finally {
    await run('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillAndFree(site: Site, cluster: Cluster, folder: string, torture: Torture): Promise<Outcome> {
  const ballast = join(folder, 'ballast');
  const load = startBuyers(site, LANES);
  await sleep(2_000);
  // Writes until the disk is full, which is the error we want.
  await run('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']).catch(() => null);
  const { size } = await stat(ballast);
  const fullAt = performance.now();
  await sleep(torture.count(10) * 1_000);
  const freeAt = performance.now();
  await rm(ballast);
  // PostgreSQL stops itself if it cannot write its log.
  await startPostgres(cluster);
  await sleep(5_000);
  await load.stop();
  const during = load.seen.filter((one) => one.startedAt > fullAt && one.startedAt + one.ms < freeAt);
  const refused = during.filter((one) => one.status === 503).length;
  const other = during.filter((one) => one.status !== 503 && one.status !== 200).length;
  const sold = load.seen.some((one) => one.path === 'order' && one.status === 200 && one.startedAt > freeAt);
  const broken = await findBrokenPromises(site, load);
  return {
    measured: `${(size / 2 ** 20).toFixed(0)} MB filled: ${refused} responses 503, ${other} other faults, ${load.completed.size} told completed, ${broken.length > 0 ? broken.join(', ') : 'all true'}, ${sold ? 'sells' : 'does not sell'} after`,
    passed: refused > 0 && other === 0 && broken.length === 0 && sold,
  };
}

/** Buyers at processes with different clocks; then holds expire, and each seat is freed once. */
async function clocksApart(torture: Torture): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 2, environment: { LOG_LEVEL: 'silent' } });
  await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
  const offset = site.sandbox.clock.now().getTime() - Date.now();
  const shift = (by: number) => {
    for (const [index, { child }] of site.processes.entries())
      child.send({ offset: offset + by + (index === 0 ? FIVE_MINUTES : -FIVE_MINUTES) });
  };
  shift(0);
  const load = startBuyers(site, LANES);
  await sleep(torture.count(10) * 1_000);
  await load.stop();
  const faults = load.seen.filter((one) => one.status !== 200).length;
  const broken = await findBrokenPromises(site, load);
  const { rows } = await site.pool.query<{ lowest: number; differing: number }>(
    `SELECT min(current_registrations)::int AS lowest,
       (max(current_registrations) - (SELECT coalesce(sum(team_member_count), 0) FROM orders WHERE seats_held))::int
         AS differing FROM event_capacity`,
  );
  const { lowest, differing } = rows[0]!;
  return {
    measured: `clocks apart: ${load.completed.size} told completed, ${faults} faults, ${broken.length > 0 ? broken.join(', ') : 'all true'}, ${differing} seats too many`,
    passed: load.completed.size > 0 && faults === 0 && broken.length === 0 && lowest >= 0 && differing === 0,
  };
}
