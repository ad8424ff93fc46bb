import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBuying } from '../torture/buying.ts';
import { startCluster } from '../torture/cluster.ts';
import { cpuTime } from '../torture/cpu-time.ts';
import { openScanning } from '../torture/scanning.ts';
import { openSite, type Site } from '../torture/site.ts';
import { buildCommit } from './build-of-commit.ts';
import { fillHall } from './door.ts';
import { percentile } from './percentile.ts';

const BUYERS = 12;
const SCANNERS = 8;
const WARM_SECONDS = 4;

/** The cost of one round. */
interface Round {
  readonly perMinute: number;
  /** The callers' waiting times, in milliseconds. */
  readonly p95: number;
  /** Processor milliseconds of site and database per piece of work. */
  readonly cost: number;
  readonly ofSite: number;
  /** Refused pieces of work, as can happen on a busy machine. */
  readonly refused: number;
}

interface Load {
  readonly name: string;
  /** Runs for that many seconds, then until all resulting work is done. */
  run(seconds: number): Promise<Round>;
  close(): void;
}

/**
 * `--against <commit or folder> [--rounds 6] [--seconds 8] [--processes 2]`: compares these sources, built, with a
 * commit's, in alternating rounds. Each has its own processes and database, so other load on the machine affects both
 * alike.
 */
export async function benchAgainst(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      against: { type: 'string' },
      rounds: { type: 'string', default: '6' },
      seconds: { type: 'string', default: '8' },
      processes: { type: 'string', default: '2' },
    },
  });
  const [rounds, seconds, processes] = [values.rounds, values.seconds, values.processes].map(Number) as [
    number,
    number,
    number,
  ];
  await using build = await buildCommit(values.against!);
  await using cluster = await startCluster();
  const options = { processes, environment: { LOG_LEVEL: 'error' } };
  await using before = await openSite(cluster, { ...options, root: build.root });
  await using now = await openSite(cluster, options);
  for (const open of [openScans, openOrders])
    await compare(build.commit, [await open(before), await open(now)], rounds, seconds);
}

async function compare(
  commit: string,
  [before, now]: readonly [Load, Load],
  rounds: number,
  seconds: number,
): Promise<void> {
  for (const load of [before, now]) await load.run(WARM_SECONDS);
  const pairs: { before: Round; now: Round }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates from round to round.
    const isTurned = round % 2 === 1;
    const first = await (isTurned ? now : before).run(seconds);
    const second = await (isTurned ? before : now).run(seconds);
    const pair = isTurned ? { before: second, now: first } : { before: first, now: second };
    pairs.push(pair);
    say(`round ${round + 1}  ${commit}: ${describe(pair.before)}  now: ${describe(pair.now)}`);
  }
  before.close();
  now.close();
  for (const [what, of] of [
    ['a minute', ({ perMinute }: Round) => perMinute],
    ['CPU time each', ({ cost }: Round) => cost],
    ['p95 of a call', ({ p95 }: Round) => p95],
  ] as const) {
    const ratios = pairs.map((pair) => of(pair.now) / of(pair.before)).toSorted((a, b) => a - b);
    const [low, high] = [ratios[0]!, ratios.at(-1)!];
    const [a, b] = (['before', 'now'] as const).map((one) =>
      percentile(
        pairs.map((pair) => of(pair[one])),
        0.5,
      ),
    );
    const spread = `${low.toFixed(2)} to ${high.toFixed(2)} in ${rounds} rounds`;
    const medians = `medians ${a!.toFixed(1)} and ${b!.toFixed(1)}`;
    say(`${now.name} ${what}: ${percentile(ratios, 0.5).toFixed(2)} × ${commit} (${spread}; ${medians})`);
  }
}

function describe({ perMinute, p95, cost, ofSite, refused }: Round): string {
  const waits = `p95 ${p95.toFixed(0)} ms${refused > 0 ? `, ${refused} refused` : ''}`;
  return `${perMinute.toFixed(0)} a minute, ${waits}, CPU ${cost.toFixed(1)} ms (site ${ofSite.toFixed(1)})`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** That many buyers purchase, from summary to sent mail. */
export async function openOrders(site: Site): Promise<Load> {
  await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
  // For `hasUnsentMail`, whose cost should not count.
  await site.pool.query('CREATE INDEX ON mails (id) WHERE sent_at IS NULL AND failed_at IS NULL');
  const buying = openBuying(site);
  return {
    name: 'orders',
    run: (seconds) =>
      measure(site, buying.waits, async () => {
        const before = buying.completed;
        const refused = await inLanes(BUYERS, seconds, () => buying.buy());
        while (await hasUnsentMail(site)) await sleep(20);
        // Sent mail is discarded; it would be a gigabyte.
        site.sandbox.mailbox.clear();
        return { done: buying.completed - before, refused };
      }),
    close: () => buying[Symbol.dispose](),
  };
}

async function hasUnsentMail({ pool }: Site): Promise<boolean> {
  const unsent = 'SELECT FROM mails WHERE sent_at IS NULL AND failed_at IS NULL LIMIT 1';
  return (await pool.query(unsent)).rows.length > 0;
}

/** Scans at the door: verdict, then admission. */
async function openScans(site: Site): Promise<Load> {
  const tokens = await fillHall(site.pool, 30_000);
  const scanning = await openScanning(site, tokens);
  return {
    name: 'scans',
    run: (seconds) =>
      measure(site, scanning.waits, async () => {
        const before = scanning.begun;
        const refused = await inLanes(SCANNERS, seconds, scanning.scan);
        return { done: scanning.begun - before - refused, refused };
      }),
    close: () => scanning[Symbol.dispose](),
  };
}

async function measure(
  site: Site,
  waits: number[],
  work: () => Promise<Record<'done' | 'refused', number>>,
): Promise<Round> {
  waits.length = 0;
  const before = await cpuTime(site);
  const startedAt = performance.now();
  const { done, refused } = await work();
  const minutes = (performance.now() - startedAt) / 60_000;
  const after = await cpuTime(site);
  const [ofSite, ofDatabase] = (['site', 'database'] as const).map(
    (one) => (after[one] - before[one]) / done,
  );
  return {
    perMinute: done / minutes,
    p95: percentile(waits, 0.95),
    cost: ofSite! + ofDatabase!,
    ofSite: ofSite!,
    refused,
  };
}

/** Concurrent callers, each doing pieces of work in sequence until the time is up; returns the number refused. */
async function inLanes(lanes: number, seconds: number, work: () => Promise<void>): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let refused = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await work().catch((error: Error) => {
        if (!error.message.includes(': 503 ')) throw error;
        refused += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return refused;
}
