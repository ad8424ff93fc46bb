import type { Site } from './site.ts';

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
