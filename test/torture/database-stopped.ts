import { setTimeout as sleep } from 'node:timers/promises';
import { findBrokenPromises, type Seen, startBuyers } from './buyers-load.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { startCluster } from './cluster.ts';
import { startPostgres, stopPostgres } from './postmaster.ts';
import { withSite } from './security/with-site.ts';
import type { Site } from './site.ts';

const LANES = 8;
const DOWN_SECONDS = 30;
const MAX_RECOVERY_MS = 10_000;
/** Work in progress when the database stops may take longer to fail. */
const EDGE_MS = 500;

/** R17: the database is away for half a minute and comes back. */
export const databaseStopped: Check = {
  id: 'R17',
  title: `PostgreSQL stopped for ${DOWN_SECONDS} s under load`,
  goal: `every response meanwhile is 503 with Retry-After, no false confirmation, sales resume in < ${MAX_RECOVERY_MS / 1000} s, same processes`,
  seconds: 180,
  async run(torture) {
    await using cluster = await startCluster();
    const own = { ...torture, cluster };
    const options = { processes: 2, environment: { LOG_LEVEL: 'silent' } };
    return await withSite(own, options, (site) => interrupt(own, site));
  },
};

async function interrupt(torture: Torture, site: Site): Promise<Outcome> {
  const children = site.processes.map((one) => one.child.pid);
  const load = startBuyers(site, LANES);
  await sleep(3_000);
  await stopPostgres(torture.cluster, 'SIGINT');
  const downAt = performance.now();
  await sleep(torture.count(DOWN_SECONDS) * 1000);
  const upAt = performance.now();
  await startPostgres(torture.cluster);
  await sleep(MAX_RECOVERY_MS + 2_000);
  await load.stop();

  const during = load.seen.filter(
    (one) => one.startedAt > downAt + EDGE_MS && one.startedAt + one.ms < upAt && one.startedAt < upAt,
  );
  const wrong = during.filter((one) => one.status !== 503 || one.retryAfter === undefined);
  const recovery = recoveryAfter(load.seen, upAt);
  const broken = await findBrokenPromises(site, load);
  const isSame = site.processes.every((one, index) => one.child.pid === children[index]);
  const slowest = Math.max(...during.map((one) => one.ms));
  return {
    measured: `${during.length} responses meanwhile, ${wrong.length} not 503 with Retry-After${describe(wrong)}, slowest ${slowest.toFixed(0)} ms; sold again after ${recovery.toFixed(0)} ms; ${load.completed.size} told completed, ${broken.length > 0 ? broken.join(', ') : 'all true'}`,
    passed:
      during.length > 0 &&
      wrong.length === 0 &&
      recovery < MAX_RECOVERY_MS &&
      broken.length === 0 &&
      isSame &&
      site.processes.every((one) => one.child.exitCode === null),
  };
}

/** Until both steps of a purchase work again. */
function recoveryAfter(seen: readonly Seen[], upAt: number): number {
  const first = (path: Seen['path']) =>
    seen.find((one) => one.path === path && one.status === 200 && one.startedAt > upAt);
  const ends = [first('checkout'), first('order')].map((one) => (one ? one.startedAt + one.ms : Infinity));
  return Math.max(...ends) - upAt;
}

function describe(wrong: readonly Seen[]): string {
  const kinds = [...new Set(wrong.map((one) => `${one.path} ${one.status}`))];
  return kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
}
