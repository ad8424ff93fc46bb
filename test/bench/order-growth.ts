import type pg from 'pg';
import { startCluster } from '../torture/cluster.ts';
import { openSite } from '../torture/site.ts';
import { openOrders } from './against.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const [FEW, MANY] = [1_000, 100_000];
const ROUNDS = 5;
const SECONDS = 5;

/** How an order's CPU time, in site and database, grows with the number of existing orders. */
export async function benchOrderGrowth(): Promise<Figure[]> {
  await using cluster = await startCluster();
  await using sites = new AsyncDisposableStack();
  const open = async (orders: number) => {
    const options = { processes: 1, environment: { LOG_LEVEL: 'error' } };
    const site = sites.use(await openSite(cluster, options));
    await fillOrders(site.pool, orders);
    return openOrders(site);
  };
  const [few, many] = [await open(FEW), await open(MANY)];
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Each is first equally often, after a warm-up round for both.
    const turn = round % 2 === 0 ? [few, many] : [many, few];
    const costs = new Map<unknown, number>();
    for (const load of turn) costs.set(load, (await load.run(SECONDS)).cost);
    if (round > 0) ratios.push(costs.get(many)! / costs.get(few)!);
  }
  for (const load of [few, many]) load.close();
  const spread = [Math.min(...ratios), Math.max(...ratios)].map((one) => one.toFixed(2)).join(' to ');
  return [
    {
      name: `CPU time of an order beside ${MANY} others, against ${FEW} (${spread} in ${ROUNDS} rounds)`,
      goal: 1.2,
      measured: percentile(ratios, 0.5),
      unit: '×',
    },
  ];
}

/** Completed orders of one seat in an empty database, with all their rows in other tables; their seats aren't counted. */
export async function fillOrders(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO orders (transaction_id, organizer_first_name, organizer_last_name, organizer_email, event_type,
       total_amount, original_amount, payment_status, package_size, pricing, checkout_id, seats_held, paid_at, created_at)
     SELECT 'bench-' || n, 'Jane', 'Sample ' || n, 'jane' || n || '@example.org', 'conference', 20, 20, 'completed',
       'individual', 'regular', gen_random_uuid(), true, at, at
     FROM generate_series(1, $1) AS n, LATERAL (SELECT now() - n * interval '1 minute' AS at) AS of`,
    [count],
  );
  for (const rows of ROWS_OF_AN_ORDER) await pool.query(rows);
  await pool.query('ANALYZE');
}

const ROWS_OF_AN_ORDER = [
  `INSERT INTO registrations (order_id, first_name, last_name, email, track, is_organizer, created_at)
   SELECT id, organizer_first_name, organizer_last_name, organizer_email, 'caregivers', true, created_at FROM orders`,
  `INSERT INTO qr_codes (registration_id, qr_code_data, qr_code_image, created_at)
   SELECT id, upper(md5(id::text)), '<svg/>', created_at FROM registrations`,
  `INSERT INTO payment_attempts (id, order_id, provider, state, ref, amount, currency, livemode, quote_hash, expires_at,
     hold_until, created_at)
   SELECT gen_random_uuid(), id, 'stripe', 'paid', 'cs_' || id, 2000, 'usd', false, md5(id::text), created_at, created_at,
     created_at FROM orders`,
  `INSERT INTO payment_ledger (order_id, attempt_id, provider, kind, money_ref, amount, currency, livemode, recorded_at)
   SELECT order_id, id, provider, 'capture', 'pi_' || order_id, amount, currency, livemode, created_at
   FROM payment_attempts`,
  `INSERT INTO provider_events (provider, event_id, type, received_at, applied_at)
   SELECT 'stripe', 'evt_' || id, 'checkout.session.completed', created_at, created_at FROM orders`,
  `INSERT INTO mails (id, kind, order_id, subject_key, recipient, message_id, sent_at, created_at)
   SELECT gen_random_uuid(), 'order_confirmation', id, organizer_email, organizer_email, 'bench-' || id, created_at,
     created_at FROM orders`,
  `INSERT INTO registration_audit (order_id, action, details, actor, actor_kind, timestamp)
   SELECT id, action, '{}', 'buyer', 'buyer', created_at
   FROM orders, unnest(ARRAY['order_placed', 'order_completed']) AS action`,
  `INSERT INTO sessions (sid, sess, expire)
   SELECT md5(id::text) || md5('bench' || id), jsonb_build_object('orders', jsonb_build_array(transaction_id)),
     now() + interval '60 days' FROM orders`,
  `INSERT INTO jobs.job (name, data, state, policy, singleton_key, started_on, completed_on)
   SELECT 'send-mail', jsonb_build_object('mailId', id), 'completed', 'exclusive', id::text, created_at, now() FROM mails`,
];
