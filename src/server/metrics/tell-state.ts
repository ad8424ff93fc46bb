import type { Registry } from 'prom-client';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { sql } from '../db/drizzle.ts';
import type { Database } from '../db/open-database.ts';
import { tellGauge } from './tell-gauge.ts';

const HELP: Readonly<Record<string, string>> = {
  summit_orders: 'Orders by payment status.',
  summit_payment_attempts: 'Payment attempts by provider and state.',
  summit_provider_events: 'Provider webhooks that were applied.',
  summit_refunds: 'Refunds by state.',
  summit_payment_cases_open: 'Cases that staff have not resolved.',
  summit_mails: 'Emails queued, sent, failed for good, or no longer needed.',
  summit_mail_oldest_waiting_seconds: 'Age of the oldest queued mail, except of orders under review.',
  summit_seats_taken: 'Seats sold or held, by event day.',
  summit_seats_capacity: 'Maximum seats, by event day.',
  summit_check_ins: 'People admitted by day.',
  summit_jobs_due: 'Jobs that are due and not yet taken.',
  summit_job_lag_seconds: 'How long the oldest due job has waited.',
};

interface Row extends Record<string, unknown> {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
}

/**
 * The state that all processes share, read from the database at each scrape. Every process reports the same, so don't
 * sum it. `now` is the clock of orders and mails.
 */
export async function tellState(registry: Registry, db: Database, now: Date): Promise<void> {
  // Alert rules need the zeros too.
  const statuses = JSON.stringify(PAYMENT_STATUSES);
  const { rows } = await db.execute<Row>(sql`
    SELECT 'summit_orders' AS name, jsonb_build_object('status', status) AS labels, count(orders.id)::float8 AS value
      FROM jsonb_array_elements_text(${statuses}::jsonb) AS status LEFT JOIN orders ON payment_status = status
      GROUP BY status
    UNION ALL SELECT 'summit_payment_attempts', jsonb_build_object('provider', provider, 'state', state), count(*)
      FROM payment_attempts GROUP BY provider, state
    UNION ALL SELECT 'summit_provider_events', jsonb_build_object('provider', provider), count(*)
      FROM provider_events WHERE applied_at IS NOT NULL GROUP BY provider
    UNION ALL SELECT 'summit_refunds', jsonb_build_object('provider', provider, 'state', state), count(*)
      FROM refunds GROUP BY provider, state
    UNION ALL SELECT 'summit_payment_cases_open', jsonb_build_object('kind', kind), count(*)
      FROM payment_cases WHERE resolved_at IS NULL GROUP BY kind
    UNION ALL SELECT 'summit_mails', jsonb_build_object('state', state), count(mails.id)
      FROM (VALUES ('waiting'), ('sent'), ('failed'), ('unneeded')) AS states (state)
      LEFT JOIN mails ON state = CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN unneeded THEN 'unneeded'
        WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END
      GROUP BY state
    UNION ALL SELECT 'summit_mail_oldest_waiting_seconds', '{}',
        greatest(0, coalesce(extract(epoch FROM ${now.toISOString()}::timestamptz - min(created_at)), 0))
      FROM mails WHERE sent_at IS NULL AND failed_at IS NULL
        AND NOT EXISTS (SELECT FROM orders WHERE orders.id = mails.order_id AND payment_status = 'review')
    UNION ALL SELECT 'summit_seats_taken', jsonb_build_object('day', event_date), current_registrations
      FROM event_capacity
    UNION ALL SELECT 'summit_seats_capacity', jsonb_build_object('day', event_date), max_capacity FROM event_capacity
    UNION ALL SELECT 'summit_check_ins', jsonb_build_object('day', admitted_on), count(*)
      FROM check_ins WHERE undone_at IS NULL GROUP BY admitted_on
    UNION ALL SELECT 'summit_jobs_due', jsonb_build_object('job', name), count(*)
      FROM jobs.job WHERE state < 'active' AND start_after <= now() GROUP BY name
    UNION ALL SELECT 'summit_job_lag_seconds', jsonb_build_object('job', name),
        extract(epoch FROM now() - min(start_after))
      FROM jobs.job WHERE state < 'active' AND start_after <= now() GROUP BY name
    ORDER BY 1, 2`);
  for (const [name, help] of Object.entries(HELP)) {
    const values = rows.filter((row) => row.name === name);
    tellGauge(registry, name, help, values);
  }
}
