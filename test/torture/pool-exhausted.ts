import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../bench/percentile.ts';
import { startBuyers } from './buyers-load.ts';
import { openCaller } from './caller.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { openSite, type Site } from './site.ts';

/** Twice the size of one process's pool. */
const LANES = 40;
const LOCK_SECONDS = 20;
/** The wait for a connection, plus the wait for the lock, plus a margin. */
const MAX_RESPONSE_MS = 5_000 + 3_000 + 2_000;
/** Both send one query, and may wait for a connection until a lock times out. */
const MAX_PAGE_MS = 4_000;
/** Earlier buyers wait only for the lock. */
const MAX_LOCK_MS = 3_000 + 1_000;
const PATHS = ['/', '/health', '/robots.txt'];

/** R19: the seats' rows stay locked, and buyers take every connection of the process. */
export const poolExhausted: Check = {
  id: 'R19',
  title: `seats locked for ${LOCK_SECONDS} s, ${LANES} buyers, one process with 20 connections`,
  goal: `landing page, health and robots.txt return 200 within ${MAX_PAGE_MS / 1000} s; buyers get 503 with Retry-After within ${MAX_RESPONSE_MS / 1000} s, the first within ${MAX_LOCK_MS / 1000} s; sales resume after that`,
  seconds: 120,
  async run(torture) {
    await using site = await openSite(torture.cluster, {
      processes: 1,
      environment: { LOG_LEVEL: 'silent' },
    });
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    return await lockSeats(site, torture);
  },
};

async function lockSeats(site: Site, torture: Torture): Promise<Outcome> {
  const holder = await site.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT * FROM event_capacity FOR UPDATE');
  const lockedAt = performance.now();
  const load = startBuyers(site, LANES);
  const pages = startReaders(site);
  await sleep(torture.count(LOCK_SECONDS) * 1000);
  await holder.query('ROLLBACK');
  holder.release();
  const freeAt = performance.now();
  await sleep(4_000);
  const read = await pages.stop();
  await load.stop();

  const during = load.seen.filter((one) => one.startedAt + one.ms < freeAt);
  const wrong = during.filter((one) => one.status !== 503 || one.retryAfter === undefined);
  const slowest = Math.max(...during.map((one) => one.ms));
  const first = Math.min(...during.map((one) => one.startedAt + one.ms)) - lockedAt;
  const sold = load.seen.some((one) => one.path === 'order' && one.status === 200 && one.startedAt > freeAt);
  return {
    measured: `${during.length} buyers got a response meanwhile, ${wrong.length} not 503 with Retry-After, first after ${first.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; ${read.count} pages, ${read.faults} not 200, p95 ${read.p95.toFixed(0)} ms, slowest ${read.slowest.toFixed(0)} ms; ${sold ? 'sells' : 'does not sell'} after`,
    passed:
      during.length > 0 &&
      wrong.length === 0 &&
      first <= MAX_LOCK_MS &&
      slowest <= MAX_RESPONSE_MS &&
      read.faults === 0 &&
      read.slowest <= MAX_PAGE_MS &&
      sold,
  };
}

interface Read {
  readonly count: number;
  readonly faults: number;
  readonly p95: number;
  readonly slowest: number;
}

/** Reads each page several times a second. */
function startReaders(site: Site): { stop(): Promise<Read> } {
  const caller = openCaller([site.front.port]);
  const waits: number[] = [];
  let [faults, isOver] = [0, false];
  const read = async (path: string) => {
    while (!isOver) {
      const before = performance.now();
      const status = await caller.call(path).then(
        (response) => response.status,
        () => 0,
      );
      waits.push(performance.now() - before);
      if (status !== 200) faults += 1;
      await sleep(200);
    }
  };
  const reading = Promise.all(PATHS.map(read));
  return {
    async stop() {
      isOver = true;
      await reading;
      caller.close();
      return { count: waits.length, faults, p95: percentile(waits, 0.95), slowest: Math.max(...waits) };
    },
  };
}
