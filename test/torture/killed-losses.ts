import { setTimeout as sleep } from 'node:timers/promises';
import { stripeOf } from './paid-at-providers.ts';
import type { Site } from './site.ts';

const PATIENCE_MS = 150_000;

/** Waits until all work is done, then compares provider and mail server with the database. */
export async function findLoss(
  site: Site,
  mayDouble: ReadonlySet<string>,
): Promise<{ losses: string[]; doubled: number }> {
  const losses = await settleAll(site);
  losses.push(...(await findWrong(site)), ...(await compareSessions(site)));
  const { wrong, doubled } = await compareMails(site, mayDouble);
  return { losses: [...losses, ...wrong], doubled };
}

const WAITING = `SELECT
  (SELECT count(*) FROM mails WHERE sent_at IS NULL AND failed_at IS NULL)::int AS mails,
  (SELECT count(*) FROM refunds WHERE state <> 'succeeded')::int AS refunds,
  (SELECT count(*) FROM orders WHERE payment_status = 'pending' AND id IN
    (SELECT order_id FROM payment_attempts WHERE state = 'paid'))::int AS orders`;

async function settleAll(site: Site): Promise<string[]> {
  const { pool } = site;
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    // Two minutes pass, so jobs of dead processes are retried.
    await pool.query(
      `UPDATE jobs.job SET started_on = started_on - interval '10 minutes'
       WHERE state = 'active' AND started_on > now() - interval '5 minutes' AND started_on < now() - interval '10 seconds'`,
    );
    await pool.query(`UPDATE refunds SET next_check_at = now() WHERE next_check_at IS NOT NULL`);
    const { rows } = await pool.query<Record<string, number>>(WAITING);
    const paid = paidSessions(site).length;
    const known = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM payment_ledger WHERE kind = 'capture'`,
    );
    if (Object.values(rows[0]!).every((one) => one === 0) && known.rows[0]!.count >= paid) return [];
    if (performance.now() > until)
      return [
        `still waiting: ${JSON.stringify(rows[0])}, ${known.rows[0]!.count} of ${paid} payments known, jobs ${await openJobs(pool)}`,
      ];
    await sleep(1_000);
  }
}

async function openJobs(pool: Site['pool']): Promise<string> {
  const { rows } = await pool.query(
    `SELECT j.state, j.retry_count, j.started_on, j.start_after, j.output, m.failure FROM mails m
     LEFT JOIN jobs.job j ON j.data->>'mailId' = m.id::text WHERE m.sent_at IS NULL AND m.failed_at IS NULL`,
  );
  return JSON.stringify(rows);
}

/** Everything that must exist exactly once; each row is a loss or a duplicate. */
const WRONG = `
  SELECT 'order ' || id || ' has not its people' AS loss FROM orders
    WHERE payment_status IN ('completed', 'refunded') AND 1 <>
      (SELECT count(*) FROM registrations r JOIN qr_codes q ON q.registration_id = r.id WHERE r.order_id = orders.id)
  UNION ALL SELECT 'order ' || id || ' has not one confirmation' FROM orders
    WHERE payment_status IN ('completed', 'refunded') AND 1 <>
      (SELECT count(*) FROM mails m WHERE m.order_id = orders.id AND m.kind = 'order_confirmation')
  UNION ALL SELECT 'order ' || order_id || ' has two captures' FROM payment_ledger
    WHERE kind = 'capture' GROUP BY order_id HAVING count(*) > 1
  UNION ALL SELECT 'order ' || order_id || ' has two refunds' FROM payment_ledger
    WHERE kind = 'refund' GROUP BY order_id HAVING count(*) > 1
  UNION ALL SELECT 'checkout ' || checkout_id || ' has two paid orders' FROM orders
    WHERE payment_status = 'completed' GROUP BY checkout_id HAVING count(*) > 1
  UNION ALL SELECT 'registration ' || registration_id || ' is in twice' FROM check_ins
    WHERE undone_at IS NULL GROUP BY registration_id, admitted_on HAVING count(*) > 1
  UNION ALL SELECT 'seats do not add up' WHERE
    (SELECT max(current_registrations) FROM event_capacity) <> (SELECT coalesce(sum(team_member_count), 0) FROM orders
      WHERE seats_held)`;

async function findWrong({ pool }: Site): Promise<string[]> {
  const { rows } = await pool.query<{ loss: string }>(WRONG);
  return rows.map((row) => row.loss);
}

function paidSessions({ sandbox }: Site) {
  return sandbox.stripe.sessions().filter((one) => one.payment_status === 'paid');
}

/** Each payment at the provider is one capture of its order here, and nothing else is. */
async function compareSessions(site: Site): Promise<string[]> {
  const paid = paidSessions(site);
  const { rows } = await site.pool.query<{ money_ref: string; order_id: number }>(
    `SELECT money_ref, order_id FROM payment_ledger WHERE kind = 'capture'`,
  );
  const there = paid.map((one) => `${one.payment_intent} of ${one.metadata?.order_id}`).toSorted();
  const here = rows.map((row) => `${row.money_ref} of ${row.order_id}`).toSorted();
  const refunds = await Array.fromAsync(stripeOf(site).refunds.list({ limit: 100 }));
  const twice = refunds.length - new Set(refunds.map((one) => one.payment_intent)).size;
  return [
    ...there.filter((one) => !here.includes(one)).map((one) => `paid and not known: ${one}`),
    ...here.filter((one) => !there.includes(one)).map((one) => `known and not paid: ${one}`),
    ...(twice > 0 ? [`${twice} payments were returned twice`] : []),
  ];
}

/** Each mail of the outbox is in the mailbox, by Message-ID; twice only if the server's confirmation was lost. */
async function compareMails(
  { pool, sandbox }: Site,
  mayDouble: ReadonlySet<string>,
): Promise<{ wrong: string[]; doubled: number }> {
  // Tickets of an order refunded in the meantime are rightly not sent.
  const { rows } = await pool.query<{ id: string }>(
    `SELECT message_id AS id FROM mails WHERE failed_at IS NULL
     OR (SELECT payment_status FROM orders WHERE orders.id = order_id) <> 'refunded'`,
  );
  const arrived = await sandbox.mailbox.messages();
  const wrong: string[] = [];
  let doubled = 0;
  for (const { id } of rows) {
    const count = arrived.filter((one) => one.messageId === `<${id}>`).length;
    if (count === 2 && mayDouble.has(id)) doubled += 1;
    else if (count !== 1) wrong.push(`the mail ${id} came ${count} times`);
  }
  return { wrong, doubled };
}

/** Message-IDs in the mailbox that the outbox has as unsent. */
export async function unmarkedMails({ pool, sandbox }: Site): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT message_id AS id FROM mails WHERE sent_at IS NULL',
  );
  const arrived = new Set((await sandbox.mailbox.messages()).map((one) => one.messageId));
  return rows.map((row) => row.id).filter((id) => arrived.has(`<${id}>`));
}
