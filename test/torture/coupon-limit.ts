import type { sql as Sql } from '#server/db/drizzle.ts';
import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import { dropChecks } from './drop-checks.ts';
import { buySeat, waitForPaid } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

const LIMIT = 10;
const BUYERS = 100;

/** Counts uses without checking the limit. */
export const limitInUpdate: readonly Guard[] = [
  replace('server/coupons/hold-coupon.ts', 'hasUse', () => () => {
    const { createRequire } = process.getBuiltinModule('node:module');
    const { sql } = createRequire(import.meta.url)('drizzle-orm') as { sql: typeof Sql };
    return sql`true`;
  }),
];

/** RC: one coupon, many buyers at once, half of whom pay. */
export const couponLimit: Check = {
  id: 'RC',
  title: `a coupon of ${LIMIT} uses, ${BUYERS} buyers at once`,
  goal: `${LIMIT} uses`,
  seconds: 60,
  run: (torture) => rush(torture, []),
  control: (torture) => rush(torture, limitInUpdate),
};

async function rush(torture: Torture, without: readonly Guard[]): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 4, without });
  if (without.length > 0) await dropChecks(site, 'coupons');
  await site.pool.query('UPDATE event_capacity SET max_capacity = 1000');
  await site.pool.query(
    `INSERT INTO coupons (code, description, discount_type, discount_value, usage_limit, event_types, created_at, updated_at)
     VALUES ('HALF', 'Half price', 'percentage', 50, $1, '{conference}', now(), now())`,
    [LIMIT],
  );
  const bought = await inParallel(Array.from({ length: BUYERS }), 50, (_, index) =>
    buySeat(site, { couponCode: 'HALF', finalAmount: 10 }, index % 2 === 0),
  );
  await waitForPaid(site, bought.filter(({ isPaid }) => isPaid).length);
  return judge(
    site,
    bought.map(({ status }) => status),
  );
}

async function judge({ pool }: Site, statuses: readonly number[]): Promise<Outcome> {
  const { rows } = await pool.query<{ used: number; orders: number }>(
    `SELECT (SELECT usage_count + held_count FROM coupons)::int AS used,
       (SELECT count(*) FROM orders WHERE applied_coupon_code = 'HALF')::int AS orders`,
  );
  const { used, orders } = rows[0]!;
  const faults = statuses.filter((one) => one >= 500).length;
  return {
    measured: `${used} uses counted, ${orders} orders with the coupon, ${faults} 5xx responses`,
    passed: used === LIMIT && orders === LIMIT && faults === 0,
  };
}
