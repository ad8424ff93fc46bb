import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../factories.ts';
import { openCaller } from './caller.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { openSite, type Site } from './site.ts';

const LANES = 8;
const MAX_EXIT_MS = 10_000;
/** Slow enough that requests are in progress whenever a process is stopped. */
const SLOW_PROVIDER_MS = 400;

/** R21: one of two processes is repeatedly stopped while visitors buy and read. */
export const stoppedUnderLoad: Check = {
  id: 'R21',
  title: 'SIGTERM under load × 20, one of two processes, behind a proxy',
  goal: `every request gets a response and none a 5xx, each exit ≤ ${MAX_EXIT_MS / 1000} s with code 0`,
  seconds: 300,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 2, environment: { LOG_LEVEL: 'error' } });
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    site.sandbox.stripe.faults.set({
      failNext: {
        method: 'POST',
        path: '/v1/checkout/sessions',
        when: 'before',
        kind: 'slow',
        ms: SLOW_PROVIDER_MS,
        times: 1_000_000,
      },
    });
    return await stopInTurn(site, torture);
  },
};

async function stopInTurn(site: Site, torture: Torture): Promise<Outcome> {
  const load = startLoad(site);
  const exits: number[] = [];
  const codes: (number | null)[] = [];
  try {
    for (let round = 0; round < torture.count(20); round += 1) {
      const process = site.processes[round % 2]!;
      await sleep(500 + 500 * torture.random());
      const { child } = process;
      const before = performance.now();
      await process.kill('SIGTERM');
      exits.push(performance.now() - before);
      codes.push(child.exitCode);
      await process.start();
    }
  } finally {
    await load.stop();
  }
  const { answered, faults } = load;
  const longest = Math.max(...exits);
  const kinds = [...Map.groupBy(faults, (one) => one)].map(([name, all]) => `${all.length} × ${name}`);
  return {
    measured: `${answered()} responses, ${faults.length} faults${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}, longest exit ${longest.toFixed(0)} ms, codes ${[...new Set(codes)].join(' ')}`,
    passed: faults.length === 0 && longest <= MAX_EXIT_MS && codes.every((code) => code === 0),
  };
}

interface Load {
  readonly faults: string[];
  answered(): number;
  stop(): Promise<void>;
}

/** A stream of visitors, each request on its own connection, spread as a proxy does. */
function startLoad(site: Site): Load {
  const caller = openCaller([site.front.port], { keepAlive: false });
  const faults: string[] = [];
  let [answered, isOver, turn] = [0, false, 0];
  const requests = [
    { path: '/' },
    { path: '/api/packages' },
    { path: '/api/create-checkout-session', newBody: () => JSON.stringify(checkout()) },
  ];
  const lane = async () => {
    while (!isOver) {
      turn += 1;
      const { path, newBody } = requests[turn % requests.length]!;
      const headers = {
        'x-forwarded-for': `198.18.${(turn >> 8) & 255}.${turn & 255}`,
        'content-type': 'application/json',
      };
      try {
        const asked = newBody ? ({ method: 'POST', headers, body: newBody() } as const) : { headers };
        const { status } = await caller.call(path, asked);
        answered += 1;
        if (status !== 200) faults.push(`${path} ${status}`);
      } catch (error) {
        faults.push(`${path} ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
      }
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  return {
    faults,
    answered: () => answered,
    async stop() {
      isOver = true;
      await lanes;
      caller.close();
    },
  };
}
