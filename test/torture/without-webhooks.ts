import { type Check, inParallel } from './check.ts';
import { buySeat, countPaid, waitForPaid } from './paid-orders.ts';
import { openSite } from './site.ts';

const ORDERS = 50;
const TWICE = 300;
const INTERVAL_SECONDS = 60;

/** R14: no webhook arrives, and no buyer comes back. */
export const noWebhook: Check = {
  id: 'R14',
  title: `${ORDERS} payments that no webhook or return reports`,
  goal: 'all complete within two reconciliation intervals of being due',
  seconds: 240,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 2, webhooks: false });
    const orders = torture.count(ORDERS);
    await inParallel(Array.from({ length: orders }), 8, () => buySeat(site));
    const before = await countPaid(site);
    // A payment page is checked two minutes after it opened; they are over.
    await site.pool.query('UPDATE payment_attempts SET next_check_at = now()');
    const dueAt = performance.now();
    await waitForPaid(site, orders, 2 * INTERVAL_SECONDS);
    const seconds = (performance.now() - dueAt) / 1000;
    return {
      measured: `${before} before, ${orders} of ${orders} after ${seconds.toFixed(0)} s`,
      passed: before === 0 && seconds <= 2 * INTERVAL_SECONDS,
    };
  },
};

/** R13: the webhook and the buyer's return at the same moment. */
export const doubleReturn: Check = {
  id: 'R13',
  title: `${TWICE} payments reported by a webhook and three returns at once`,
  goal: 'one order, one ticket, one mail, one capture each',
  seconds: 240,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 4 });
    const orders = torture.count(TWICE);
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000');
    await inParallel(Array.from({ length: orders }), 8, async () => {
      const { transactionId } = await buySeat(site);
      const back = () => site.visitor().get(`/api/registrations/${transactionId}`);
      await Promise.all([back(), back(), back()]);
    });
    await waitForPaid(site, orders);
    const { rows } = await site.pool.query<Record<'people' | 'mails' | 'captures', number>>(
      `SELECT (SELECT count(*) FROM registrations)::int AS people, (SELECT count(*) FROM mails)::int AS mails,
         (SELECT count(*) FROM payment_ledger)::int AS captures`,
    );
    const counts = { orders: await countPaid(site), ...rows[0]! };
    return { measured: JSON.stringify(counts), passed: Object.values(counts).every((one) => one === orders) };
  },
};
