import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { billingData, checkout } from '../factories.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { waitForPaid } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';

const CHARGES = 200;

/**
 * R16: the provider has taken the money, but its response is lost, once or repeatedly. The site retries with the same
 * key or returns the money; the buyer keeps trying until it is paid.
 */
export const lostResponses: Check = {
  id: 'R16',
  title: `${CHARGES} charges whose response is lost`,
  goal: 'one charge and one ticket each',
  seconds: 400,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 2, webhooks: false });
    const charges = torture.count(CHARGES);
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000');
    const presses: number[] = [];
    for (let index = 0; index < charges; index += 1) presses.push(await payAtLast(site, torture, index));
    await waitForPaid(site, charges);
    return await judge(site, charges, presses);
  },
};

/** How often the buyer had to try. */
async function payAtLast(site: Site, torture: Torture, index: number): Promise<number> {
  const visitor = site.visitor(`198.18.${Math.floor(index / 50)}.${index % 50}`);
  const body = { ...checkout({ email: `b${index}@example.org` }), provider: 'square' };
  const { transactionId } = (await (await visitor.post('/api/create-checkout-session', body)).json()) as {
    transactionId: string;
  };
  const kind = torture.random() < 0.5 ? 'drop' : '500';
  const times = 1 + Math.floor(torture.random() * 8);
  site.sandbox.square.faults.set({
    failNext: { method: 'POST', path: '/v2/payments', when: 'after', kind, times },
  });
  for (let press = 1; press <= 10; press += 1) {
    const response = await visitor.post('/api/square/process-payment', {
      sourceId: await tokenizeCard(site.sandbox.url),
      orderId: transactionId,
      amount: 2000,
      billingData,
    });
    if (response.ok) return press;
  }
  throw new Error(`the order ${transactionId} is not paid after ten tries`);
}

async function judge(site: Site, charges: number, presses: readonly number[]): Promise<Outcome> {
  const all = site.sandbox.square.payments();
  const taken = all.filter(({ status }) => status === 'COMPLETED');
  const orders = new Set(taken.map(({ note }) => note?.split(' ')[0]));
  const { rows } = await site.pool.query<{ people: number; captures: number }>(
    `SELECT (SELECT count(*) FROM registrations)::int AS people,
       (SELECT count(*) FROM payment_ledger WHERE kind = 'capture')::int AS captures`,
  );
  const { people, captures } = rows[0]!;
  return {
    measured: `${taken.length} charges that stand (${all.length} made, the others taken back) in ${presses.reduce((sum, one) => sum + one, 0)} presses for ${orders.size} orders, ${captures} in the ledger, ${people} tickets`,
    passed: [taken.length, orders.size, captures, people].every((one) => one === charges),
  };
}
