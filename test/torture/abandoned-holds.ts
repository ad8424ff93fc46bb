import type { releaseOrder } from '#server/orders/release-order.ts';
import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import { dropChecks } from './drop-checks.ts';
import { buySeat, countPaid, waitForPaid } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

const HOLDS = 300;
const SECONDS = 60;
/** By the site's clock, a hold lasts 45 minutes. */
const AFTER_THE_HOLDS = '2025-07-15T16:46:00Z';

/** Lets an ended order release its seats again with each repeated webhook. */
const releasedOnce: readonly Guard[] = [
  replace<typeof releaseOrder>(
    'server/orders/release-order.ts',
    'releaseOrder',
    (release) => (tx, ctx, order, event) =>
      release(tx, ctx, { ...order, paymentStatus: 'pending', seatsHeld: true }, event),
  ),
];

/** R4: everybody opens the payment page and leaves; then all seats are sold to others. */
export const abandonedHolds: Check = {
  id: 'R4',
  title: `${HOLDS} abandoned holds in a sold-out hall expire`,
  goal: `all released ${SECONDS} s after the job that finds them, all sold again, none oversold`,
  seconds: 240,
  run: (torture) => abandonAll(torture, []),
  control: (torture) => abandonAll(torture, releasedOnce),
};

async function abandonAll(torture: Torture, without: readonly Guard[]): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 2, without });
  const seats = torture.count(HOLDS);
  if (without.length > 0) await dropChecks(site, 'event_capacity');
  await site.pool.query('UPDATE event_capacity SET max_capacity = $1', [seats]);
  const first = await takeAll(site, seats);
  const before = await countHeld(site);
  site.moveClock(AFTER_THE_HOLDS);
  // All processes reconcile at the same moment, so each finds every hold and ends it.
  for (const { child } of site.processes) child.send({ reconcile: true });
  const { seconds, held } = await waitUntilFree(site, before);
  const second = await takeAll(site, seats + 5);
  await inParallel(second, 8, (url) => site.pay(url));
  await waitForPaid(site, Math.min(second.length, seats));
  const sold = await countPaid(site);
  return {
    measured: `${before} held, ${held} after ${seconds.toFixed(0)} s, then ${sold} of ${seats} sold`,
    passed: first.length === seats && before === seats && held === 0 && seconds <= SECONDS && sold === seats,
  };
}

/** Payment pages for that many buyers. */
async function takeAll(site: Site, buyers: number): Promise<string[]> {
  const bought = await inParallel(Array.from({ length: buyers }), 8, () => buySeat(site, {}, false));
  return bought.flatMap(({ url }) => url ?? []);
}

async function countHeld({ pool }: Site): Promise<number> {
  const { rows } = await pool.query<{ held: number }>(
    `SELECT current_registrations AS held FROM event_capacity WHERE event_date = '2025-09-20'`,
  );
  return rows[0]!.held;
}

/** Time from the first freed seat to the last, or until the timeout. */
async function waitUntilFree(site: Site, before: number): Promise<{ seconds: number; held: number }> {
  const end = performance.now() + 2 * SECONDS * 1000;
  let firstFreed = 0;
  let held = before;
  while (held > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    held = await countHeld(site);
    if (held < before && firstFreed === 0) firstFreed = performance.now();
  }
  return { seconds: (performance.now() - (firstFreed || end)) / 1000, held };
}
