import { checkout } from '../factories.ts';
import { until } from './check.ts';
import type { Site } from './site.ts';

/** A new buyer of one seat, who pays if there is a payment page. */
export async function buySeat(site: Site, changes: Record<string, unknown> = {}, pays = true) {
  const visitor = site.visitor();
  const response = await visitor.post('/api/create-checkout-session', checkout(changes));
  const { url, transactionId } = (await response.json()) as { url?: string; transactionId?: string };
  const isPaid = url !== undefined && pays;
  if (isPaid) await site.pay(url);
  return { visitor, status: response.status, url, transactionId, isPaid };
}

export async function countPaid({ pool }: Site): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM orders WHERE payment_status = 'completed'`,
  );
  return rows[0]!.count;
}

/** Throws after a timeout. */
export async function waitForPaid(site: Site, wanted: number, seconds = 30): Promise<void> {
  const look = async () => (await countPaid(site)) >= wanted;
  await until(`${wanted} orders are paid`, look, { seconds, pauseMs: 50 });
}
