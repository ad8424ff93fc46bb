import { checkout } from '../factories.ts';
import type { Site } from './site.ts';

/** A new buyer of one seat, who pays if there is a payment page. */
export async function buySeat(site: Site, changes: Record<string, unknown> = {}, pays = true) {
  const response = await site.visitor().post('/api/create-checkout-session', checkout(changes));
  const { url, transactionId } = (await response.json()) as { url?: string; transactionId?: string };
  const isPaid = url !== undefined && pays;
  if (isPaid) await site.pay(url);
  return { status: response.status, url, transactionId, isPaid };
}

export async function countPaid({ pool }: Site): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM orders WHERE payment_status = 'completed'`,
  );
  return rows[0]!.count;
}

/** Waits until that many orders are paid; throws after a timeout. */
export async function waitForPaid(site: Site, wanted: number, seconds = 30): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while ((await countPaid(site)) < wanted) {
    if (performance.now() > end) throw new Error(`${await countPaid(site)} of ${wanted} orders are paid`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
