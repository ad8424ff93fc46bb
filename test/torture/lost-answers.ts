import { tokenizeCard } from '#sandbox/square/test-stand.ts';
import { checkout } from '../factories.ts';
import { type Check, inParallel } from './check.ts';
import { waitForPaid } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';

const CHARGES = 200;

/** R16: the provider has taken the money, and its answer never arrives; the buyer presses again, and so does the site. */
export const lostAnswers: Check = {
  id: 'R16',
  title: `${CHARGES} charges whose answer is lost, each pressed twice`,
  goal: 'one charge and one ticket each',
  seconds: 400,
  async run(torture) {
    const site = await openSite(torture.cluster, { processes: 2, webhooks: false });
    try {
      const charges = torture.count(CHARGES);
      await site.pool.query('UPDATE event_capacity SET max_capacity = 1000');
      const { faults } = site.sandbox.square!;
      faults.set({
        failNext: { method: 'POST', path: '/v2/payments', when: 'after', kind: 'drop', times: 1_000_000 },
      });
      await inParallel(Array.from({ length: charges }), 8, (_, index) => pressTwice(site, index));
      faults.clear();
      // As if the minute of the first look were over.
      await site.pool.query(`UPDATE payment_attempts SET next_check_at = now() WHERE state = 'unknown'`);
      await waitForPaid(site, charges, 180);
      return await judge(site, charges);
    } finally {
      await site.stop();
    }
  },
};

async function pressTwice(site: Site, index: number): Promise<void> {
  const visitor = site.visitor(`198.18.${Math.floor(index / 50)}.${index % 50}`);
  const body = { ...checkout({ email: `b${index}@example.org` }), provider: 'square' };
  const { transactionId } = (await (await visitor.post('/api/create-checkout-session', body)).json()) as {
    transactionId: string;
  };
  for (const _ of [1, 2]) {
    await visitor.post('/api/square/process-payment', {
      sourceId: await tokenizeCard(site.sandbox.url),
      orderId: transactionId,
      amount: 2000,
      billingData: BILLING,
    });
  }
}

const BILLING = {
  email: 'jane@example.org',
  firstName: 'Jane',
  lastName: 'Sample',
  addressLine1: '1 Sample Street',
  locality: 'Denver',
  administrativeDistrictLevel1: 'CO',
  postalCode: '80210',
  country: 'US',
};

async function judge(site: Site, charges: number) {
  const taken = site.sandbox.square!.payments().filter(({ status }) => status === 'COMPLETED');
  const orders = new Set(taken.map(({ note }) => note?.split(' ')[0]));
  const { rows } = await site.pool.query<{ people: number; captures: number }>(
    `SELECT (SELECT count(*) FROM registrations)::int AS people,
       (SELECT count(*) FROM payment_ledger WHERE kind = 'capture')::int AS captures`,
  );
  const { people, captures } = rows[0]!;
  return {
    measured: `${taken.length} charges for ${orders.size} orders, ${captures} in the ledger, ${people} tickets`,
    passed: [taken.length, orders.size, captures, people].every((one) => one === charges),
  };
}
