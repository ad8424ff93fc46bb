import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, inParallel, type Outcome, type Torture, until } from './check.ts';
import { buySeat } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';

const ORDERS = 60;
const DOWN_MINUTES = 10;
const MAX_WAIT_SECONDS = 300;

/** R20: the mail server is down, then busy, then rejects some mails for good. */
export const mailDown: Check = {
  id: 'R20',
  title: `mail server down for ${DOWN_MINUTES} min (each minute, every mail is tried once), then 451 and 550, ${ORDERS} orders`,
  goal: 'all orders complete meanwhile, every mail sent ≤ 5 min later, permanently refused ones listed with the reason',
  seconds: 180,
  async run(torture) {
    await using site = await openSite(torture.cluster, {
      processes: 2,
      environment: { LOG_LEVEL: 'silent' },
    });
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    return await disturb(site, torture);
  },
};

async function disturb(site: Site, torture: Torture): Promise<Outcome> {
  const orders = torture.count(ORDERS);
  const third = Math.ceil(orders / 3);
  await setMode(site, 'down');
  const completed = await sell(site, third, 'down');
  const minutes = torture.count(DOWN_MINUTES);
  for (let minute = 0; minute < minutes; minute += 1) await tryAllAgain(site);
  await setMode(site, 'tempfail');
  const later = await sell(site, third, 'unwilling');
  await tryAllAgain(site);
  const sentEarly = await count(site, 'sent_at IS NOT NULL');

  await setMode(site, 'ok');
  const longest = await longestWait(site);
  await allSettled(site);
  await setMode(site, 'reject');
  const last = await sell(site, third, 'refused');
  await allSettled(site);

  const sent = await count(site, 'sent_at IS NOT NULL');
  const listed = await count(site, `failed_at IS NOT NULL AND failure LIKE '550%'`);
  const arrived = new Set((await site.sandbox.mailbox.messages()).map((one) => one.messageId)).size;
  const all = completed + later + last;
  return {
    measured: `${all} of ${3 * third} orders completed; ${sentEarly} sent while down; next try at most ${longest.toFixed(0)} s after; ${sent} sent, ${arrived} arrived, ${listed} of ${third} refused ones listed`,
    passed:
      all === 3 * third &&
      sentEarly === 0 &&
      longest <= MAX_WAIT_SECONDS &&
      sent === 2 * third &&
      arrived === 2 * third &&
      listed === third,
  };
}

async function setMode(site: Site, mode: 'ok' | 'down' | 'tempfail' | 'reject'): Promise<void> {
  const response = await fetch(`${site.sandbox.url}/control/smtp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
  if (!response.ok) throw new Error(`the mail server's mode could not be set: ${response.status}`);
}

/** Makes that many complete purchases; returns the number reported as completed. */
async function sell(site: Site, orders: number, name: string): Promise<number> {
  const told = await inParallel(Array.from({ length: orders }), 6, async (_one, index) => {
    const { visitor, transactionId, isPaid } = await buySeat(site, { email: `${name}${index}@example.org` });
    if (!isPaid) return '';
    const response = await visitor.get(`/api/registrations/${transactionId}`);
    return response.text();
  });
  return told.filter((text) => text.includes('"paymentStatus":"completed"')).length;
}

/** Makes every queued mail due. */
async function tryAllAgain({ pool }: Site): Promise<void> {
  await pool.query(
    `UPDATE jobs.job SET start_after = now() WHERE name = 'send-mail' AND state IN ('created', 'retry')`,
  );
  await sleep(2_000);
}

/** Seconds until the last waiting mail is retried by its own schedule. */
async function longestWait({ pool }: Site): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT coalesce(max(extract(epoch FROM start_after - now())), 0)::float8 AS seconds FROM jobs.job
     WHERE name = 'send-mail' AND state IN ('created', 'retry')`,
  );
  return rows[0]!.seconds;
}

async function allSettled(site: Site): Promise<void> {
  const look = async () => {
    await tryAllAgain(site);
    return (await count(site, 'sent_at IS NULL AND failed_at IS NULL')) === 0;
  };
  await until('no mail is queued', look, { seconds: 60 });
}

async function count({ pool }: Site, condition: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM mails WHERE ${condition}`,
  );
  return rows[0]!.count;
}
