import type { SQL, sql as Sql } from '#server/db/drizzle.ts';
import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import { dropChecks } from './drop-checks.ts';
import { buySeat, countPaid, waitForPaid } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

/**
 * Reads, compares and writes, like shops that oversell: it compares with the seats it read at the start. Whether others
 * buy in between would be left to chance, so it gives them time.
 */
export const conditionalUpdate: readonly Guard[] = [
  replace<(day: string, seats: number) => SQL>(
    'server/capacity/take-seats.ts',
    'canTake',
    () => (day, seats) => {
      const { createRequire } = process.getBuiltinModule('node:module');
      const { sql } = createRequire(import.meta.url)('drizzle-orm') as { sql: typeof Sql };
      return sql`event_date = ${day}::date AND (SELECT seen.current_registrations + ${seats}::integer <= seen.max_capacity
      FROM event_capacity AS seen, pg_sleep(0.02) WHERE seen.event_date = ${day}::date)`;
    },
  ),
];

interface Rush {
  readonly seats: number;
  readonly buyers: number;
  readonly rounds: number;
}

/** R1: many buyers for few seats, several processes, repeatedly. */
export const sellOut = race('R1', 600, { seats: 100, buyers: 500, rounds: 20 });

/** R2: everybody wants the last seat. */
export const lastSeat = race('R2', 300, { seats: 1, buyers: 50, rounds: 200 });

function race(id: string, seconds: number, rush: Rush): Check {
  const { seats, buyers, rounds } = rush;
  return {
    id,
    title: `${buyers} buyers for ${seats === 1 ? 'the last seat' : `${seats} seats`}, ${rounds} rounds`,
    goal: `${seats} sold in each round, no 5xx`,
    seconds,
    run: (torture) => runRounds(torture, { ...rush, rounds: torture.count(rounds) }, []),
    control: (torture) => runRounds(torture, { ...rush, rounds: Math.ceil(rounds / 20) }, conditionalUpdate),
  };
}

async function runRounds(torture: Torture, rush: Rush, without: readonly Guard[]): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 4, without });
  if (without.length > 0) await dropChecks(site, 'event_capacity');
  const sold: number[] = [];
  let faults = 0;
  for (let round = 0; round < rush.rounds; round += 1) {
    const result = await sellOnce(site, rush);
    sold.push(result.sold);
    faults += result.faults;
  }
  const exact = sold.filter((one) => one === rush.seats).length;
  const measured = `${rush.seats} sold in ${exact} of ${rush.rounds} rounds (most ${Math.max(...sold)}), ${faults} 5xx responses`;
  return { measured, passed: exact === rush.rounds && faults === 0 };
}

/** All buyers try at once, and those with a seat pay. Counts the round's paid orders in the database. */
async function sellOnce(site: Site, { seats, buyers }: Rush): Promise<{ sold: number; faults: number }> {
  await site.pool.query('UPDATE event_capacity SET max_capacity = current_registrations + $1', [seats]);
  const before = await countPaid(site);
  const responses = await inParallel(Array.from({ length: buyers }), 64, () => buySeat(site));
  await waitForPaid(site, before + responses.filter(({ isPaid }) => isPaid).length);
  return {
    sold: (await countPaid(site)) - before,
    faults: responses.filter(({ status }) => status >= 500).length,
  };
}
