import type pg from 'pg';

export const PEOPLE_PER_ORDER = 3;

/** Orders with people, inserted straight into the database. Names and addresses vary, so a search finds few. */
export async function fillDesk(pool: pg.Pool, orders: number): Promise<void> {
  await pool.query(
    `INSERT INTO orders (transaction_id, organizer_first_name, organizer_last_name, organizer_email, event_type,
       total_amount, payment_status, package_size, pricing, team_member_count, created_at)
     SELECT 'BENCH' || n, 'Jane', 'Sample' || n, 'jane' || n || '@example.org', 'conference', 20, 'completed',
       'individual', 'regular', ${PEOPLE_PER_ORDER}, now() - n * interval '1 minute'
     FROM generate_series(1, $1) AS n`,
    [orders],
  );
  await pool.query(
    `INSERT INTO registrations (order_id, first_name, last_name, email, track, is_organizer, created_at)
     SELECT orders.id, 'Jane', 'Sample' || orders.id || 'x' || n, 'jane' || orders.id || 'x' || n || '@example.org',
       'caregivers', n = 1, orders.created_at
     FROM orders, generate_series(1, ${PEOPLE_PER_ORDER}) AS n WHERE transaction_id LIKE 'BENCH%'`,
  );
  await pool.query('ANALYZE');
}
