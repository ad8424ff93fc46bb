import { checkout } from '../factories.ts';
import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import { openSite, type Site } from './site.ts';
import type { Guard } from './without-guard.ts';

const SEATS = 100;
const BUYERS = 500;

/** Reads, compares and writes, as shops do that oversell. */
const conditionalUpdate: readonly Guard[] = [
  {
    file: 'capacity/take-seats.ts',
    guarded:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of source
      '          sql`${eventCapacity.currentRegistrations} + ${seats} <= ${eventCapacity.maxCapacity}`,\n',
    unguarded: '',
  },
  {
    file: 'capacity/take-seats.ts',
    guarded: '    const taken = await tx\n      .update(eventCapacity)',
    unguarded: `    const [before] = await tx.select().from(eventCapacity).where(eq(eventCapacity.eventDate, day));
    if (before!.currentRegistrations + seats > before!.maxCapacity) return false;
    const taken = await tx
      .update(eventCapacity)`,
  },
];

/** R1: many buyers for few seats, several processes, again and again. */
export const sellOut: Check = {
  id: 'R1',
  title: `${BUYERS} buyers for ${SEATS} seats`,
  goal: `${SEATS} sold in each round, no 5xx`,
  seconds: 600,
  run: (torture) => rounds(torture, torture.count(20), []),
  control: (torture) => rounds(torture, 1, conditionalUpdate),
};

async function rounds(torture: Torture, count: number, without: readonly Guard[]): Promise<Outcome> {
  const site = await openSite(torture.cluster, { processes: 4, without });
  try {
    if (without.length > 0) await dropConstraint(site);
    const sold: number[] = [];
    let faults = 0;
    for (let round = 0; round < count; round += 1) {
      const result = await sellOnce(site, round);
      sold.push(result.sold);
      faults += result.faults;
    }
    const exact = sold.filter((one) => one === SEATS).length;
    const measured = `${SEATS} sold in ${exact} of ${count} rounds (most ${Math.max(...sold)}), ${faults} answers 5xx`;
    return { measured, passed: exact === count && faults === 0 };
  } finally {
    await site.stop();
  }
}

async function dropConstraint({ pool }: Site): Promise<void> {
  const { rows } = await pool.query<{ conname: string }>(
    `SELECT conname FROM pg_constraint WHERE conrelid = 'event_capacity'::regclass AND contype = 'c'`,
  );
  for (const { conname } of rows) await pool.query(`ALTER TABLE event_capacity DROP CONSTRAINT ${conname}`);
}

/** Every buyer tries at once; who has a seat pays. Counts the paid orders of this round in the database. */
async function sellOnce(site: Site, round: number): Promise<{ sold: number; faults: number }> {
  await site.pool.query('UPDATE event_capacity SET max_capacity = current_registrations + $1', [SEATS]);
  const before = await paidOrders(site);
  const statuses = await inParallel(
    Array.from({ length: BUYERS }, (_, index) => index),
    64,
    async (index) => {
      const visitor = site.visitor(`198.18.${round}.${index % 250}`);
      const body = checkout({ email: `buyer${round}-${index}@example.org` });
      const answer = await visitor.post('/api/create-checkout-session', body);
      const { url } = (await answer.json()) as { url?: string };
      if (url) await site.pay(url);
      return answer.status;
    },
  );
  await settled(site, before);
  return { sold: (await paidOrders(site)) - before, faults: statuses.filter((one) => one >= 500).length };
}

async function paidOrders({ pool }: Site): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM orders WHERE payment_status = 'completed'`,
  );
  return rows[0]!.count;
}

/** Until no order waits any more for its message. */
async function settled(site: Site, before: number): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    const { rows } = await site.pool.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM orders WHERE payment_status = 'pending'`,
    );
    if (rows[0]!.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`orders still wait for their payment; ${(await paidOrders(site)) - before} are paid`);
}
