import { setTimeout as sleep } from 'node:timers/promises';
import { findBrokenPromises, startBuyers } from './buyers-load.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { startCluster } from './cluster.ts';
import { startPostgres, stopPostgres } from './postmaster.ts';
import { withSite } from './security/with-site.ts';
import type { Site } from './site.ts';

const LANES = 8;

/** R18: PostgreSQL ends without a checkpoint, again and again. Everything confirmed must survive. */
export const databaseKilled: Check = {
  id: 'R18',
  title: 'PostgreSQL killed 10 times under load, by SIGQUIT and SIGKILL in turn',
  goal: '0 acknowledged orders or payments lost',
  seconds: 240,
  async run(torture) {
    await using cluster = await startCluster();
    const own = { ...torture, cluster };
    const options = { processes: 2, environment: { LOG_LEVEL: 'silent' } };
    return await withSite(own, options, (site) => killOften(own, site));
  },
};

async function killOften(torture: Torture, site: Site): Promise<Outcome> {
  const load = startBuyers(site, LANES);
  const rounds = torture.count(10);
  for (let round = 0; round < rounds; round += 1) {
    await sleep(1_500 + 1_000 * torture.random());
    await stopPostgres(torture.cluster, round % 2 === 0 ? 'SIGQUIT' : 'SIGKILL');
    await startPostgres(torture.cluster);
  }
  await sleep(3_000);
  await load.stop();
  const broken = await findBrokenPromises(site, load);
  const faults = load.seen.filter((one) => one.status !== 200).length;
  return {
    measured: `${rounds} kills, ${load.opened.size} orders, ${load.completed.size} told completed, ${faults} responses or connections lost meanwhile; ${broken.length > 0 ? broken.join(', ') : 'all there'}`,
    passed: load.completed.size > rounds && broken.length === 0,
  };
}
