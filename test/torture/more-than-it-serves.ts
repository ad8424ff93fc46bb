import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { checkout } from '../factories.ts';
import { startWorld, type World } from '../world.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { startProxy } from './proxy.ts';
import { socketOf } from './standby.ts';

/** Far fewer connections than buyers, and a slow line to the database: what 200 buyers are to a whole pool. */
const CONNECTIONS = 2;
const BUYERS = 20;
const STATEMENT_MS = 90;
const SECONDS = 20;
/** The pool drops its other connections after ten. */
const IDLE_MS = 12_000;
const LEAST_SHARE = 0.6;

/** R28: many more buyers than the database serves in time; those who get an order should be almost as many. */
export const moreThanItServes: Check = {
  id: 'R28',
  title: `${BUYERS} buyers on ${CONNECTIONS} connections, ${STATEMENT_MS} ms a statement, ${SECONDS} s`,
  goal: `at least ${LEAST_SHARE * 100}% as many orders as with ${CONNECTIONS} buyers; the others get 503`,
  seconds: 180,
  run: (torture) => compare(torture, () => {}),
  // A queue in which everybody waits behind whoever came before.
  control: (torture) =>
    compare(torture, (queue) => {
      queue.splice = (_at: number, _gone: number, ...mine: object[]) => {
        queue.push(...mine);
        return [];
      };
    }),
};

interface SitePool extends pg.Pool {
  readonly _pendingQueue: object[];
}

async function compare(torture: Torture, change: (queue: object[]) => void): Promise<Outcome> {
  const url = await torture.cluster.createDatabase();
  await using line = await startProxy([socketOf(torture.cluster)]);
  const direct = await openDatabase(url, () => {});
  const proxied = `postgresql://postgres@127.0.0.1:${line.port}${new URL(url).pathname}`;
  const world = await startWorld(
    { ...direct, url: proxied, drop: async () => {} },
    { log: createLog('silent') },
  );
  try {
    await direct.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    const pool = (world.dependencies.db as unknown as { readonly $client: SitePool }).$client;
    change(pool._pendingQueue);
    pool.options.max = CONNECTIONS;
    await sleep(IDLE_MS);
    line.setLine({ inspect: (_piece, direction) => (direction === 'up' ? { delay: STATEMENT_MS } : 'pass') });
    const few = await buyFor(world, CONNECTIONS);
    const many = await buyFor(world, BUYERS);
    const { rows } = await direct.pool.query<{ count: number }>(
      'SELECT count(*)::int FROM payment_attempts WHERE url IS NULL',
    );
    const share = many.placed / few.placed;
    return {
      measured: `${few.placed} orders with ${CONNECTIONS} buyers, ${many.placed} with ${BUYERS} and ${many.refused} × 503, ${many.others} other responses; ${rows[0]!.count} orders without a payment page`,
      passed: share >= LEAST_SHARE && many.others === 0,
    };
  } finally {
    line.setLine(undefined);
    await world.stop();
    await direct.close();
  }
}

/** Buyers who try until they have an order, and then come back as somebody else. */
async function buyFor(world: World, buyers: number) {
  const counts = { placed: 0, refused: 0, others: 0 };
  const until = performance.now() + SECONDS * 1000;
  const buy = async () => {
    let [visitor, body] = [world.visitor(), checkout({ checkoutId: crypto.randomUUID() })];
    while (performance.now() < until) {
      const response = await visitor.post('/api/create-checkout-session', body);
      await response.text();
      if (response.status === 200) {
        counts.placed += 1;
        [visitor, body] = [world.visitor(), checkout({ checkoutId: crypto.randomUUID() })];
      } else if (response.status === 503) counts.refused += 1;
      else counts.others += 1;
    }
  };
  await Promise.all(Array.from({ length: buyers }, buy));
  return counts;
}
