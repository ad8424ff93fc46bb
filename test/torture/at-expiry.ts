import type { decideSettlement } from '#domain/settlement.ts';
import type { endPayment } from '#server/payments/close-order.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { billingData, checkout } from '../factories.ts';
import { type Check, type Outcome, type Torture, until } from './check.ts';
import { paidAtProviders } from './paid-at-providers.ts';
import { buySeat } from './paid-orders.ts';
import { openReconciler } from './reconciler.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

const TRIALS = 200;
const AT_ONCE = 20;
const AROUND_MS = 2_000;

/** Releases seats without checking for a payment, and ignores late money. */
const providerIsAsked: readonly Guard[] = [
  replace<typeof endPayment>('server/payments/close-order.ts', 'endPayment', () => async (ctx, orderId) => {
    const { latestAttempt } = await import('#server/payments/find-earlier.ts');
    return { orderId, attempt: await latestAttempt(ctx, orderId), final: null };
  }),
  replace<typeof decideSettlement>('domain/settlement.ts', 'decideSettlement', (decide) => (facts) => {
    const decided = decide(facts);
    return decided === 'refund_late' || decided === 'complete_late' ? 'nothing' : decided;
  }),
];

/** R5: the buyer pays just as the hold ends, on Stripe's page or our own form, while others want the seat. */
export const atExpiry: Check = {
  id: 'R5',
  title: `${TRIALS} payments within 2 s of the end of their hold, while others want the seat`,
  goal: 'each paid order has a seat or a refund, nobody else has a seat',
  seconds: 240,
  run: (torture) => raceAll(torture, []),
  control: (torture) => raceAll(torture, providerIsAsked),
};

async function raceAll(torture: Torture, without: readonly Guard[]): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 2, without });
  await using reconciler = await openReconciler(site);
  const rounds = Math.ceil(torture.count(TRIALS) / AT_ONCE);
  for (let round = 0; round < rounds; round += 1) {
    await site.pool.query('UPDATE event_capacity SET max_capacity = current_registrations + $1', [AT_ONCE]);
    const trials = await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => place(site, round, one)));
    const end = new Date(site.sandbox.clock.now().getTime() + AROUND_MS + 500);
    await site.pool.query(`UPDATE payment_attempts SET hold_until = $1 WHERE state IN ('new', 'open')`, [
      end,
    ]);
    const pays = trials.map(({ pay }) => payNear(site, end, (torture.random() * 2 - 1) * AROUND_MS, pay));
    const rivals = Array.from({ length: AT_ONCE }, () =>
      payNear(site, end, torture.random() * AROUND_MS, () => buySeat(site)),
    );
    const asking = setInterval(() => void reconciler.ask(), 300);
    await Promise.all([...pays, ...rivals])
      .then(() => waitForEnds(site))
      .finally(() => clearInterval(asking));
  }
  return await judge(site);
}

/** Odd ones pay by Square. */
async function place(site: Site, round: number, one: number): Promise<{ pay: () => Promise<unknown> }> {
  const visitor = site.visitor(`198.18.${round}.${one}`);
  const provider = one % 2 === 0 ? 'stripe' : 'square';
  const body = { ...checkout({ email: `b${round}-${one}@example.org` }), provider };
  const response = await visitor.post('/api/create-checkout-session', body);
  const { url, transactionId } = (await response.json()) as { url: string; transactionId: string };
  if (provider === 'stripe') return { pay: () => site.pay(url) };
  const sourceId = await tokenizeCard(site.sandbox.url);
  const card = { sourceId, orderId: transactionId, amount: 2000, billingData };
  return { pay: () => visitor.post('/api/square/process-payment', card) };
}

async function payNear(site: Site, end: Date, offset: number, pay: () => Promise<unknown>): Promise<void> {
  const wait = end.getTime() + offset - site.sandbox.clock.now().getTime();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
  await pay();
}

async function waitForEnds({ pool }: Site): Promise<void> {
  const open = `SELECT FROM orders WHERE payment_status = 'pending' UNION ALL SELECT FROM refunds WHERE state = 'pending'`;
  await until('no order of the round is open', async () => (await pool.query(open)).rows.length === 0);
}

interface Ended {
  readonly id: number;
  readonly status: string;
  readonly people: number;
  readonly returned: number;
}

async function judge(site: Site): Promise<Outcome> {
  const { rows } = await site.pool.query<Ended>(
    `SELECT o.id, o.payment_status AS status,
       (SELECT count(*) FROM registrations r WHERE r.order_id = o.id)::int AS people,
       (SELECT coalesce(sum(amount), 0) FROM refunds f WHERE f.order_id = o.id AND f.state <> 'failed')::int AS returned
     FROM orders o`,
  );
  const paid = paidAtProviders(site);
  const counts = { seated: 0, 'money back': 0, 'gave up': 0, wrong: 0 };
  for (const order of rows) counts[endOf(order, paid.filter((id) => id === order.id).length)] += 1;
  const { rows: days } = await site.pool.query<{ counted: number; held: number }>(
    `SELECT current_registrations AS counted,
       (SELECT coalesce(sum(team_member_count), 0) FROM orders WHERE seats_held)::int AS held
     FROM event_capacity WHERE event_date = '2025-09-20'`,
  );
  const { counted, held } = days[0]!;
  return {
    measured: `${JSON.stringify(counts)}, ${counted} seats counted, ${held} held`,
    passed: counts.wrong === 0 && counted === held && held === counts.seated,
  };
}

function endOf({ status, people, returned }: Ended, payments: number) {
  if (payments === 0) return people === 0 && status === 'expired' ? 'gave up' : 'wrong';
  if (status === 'completed' && people === 1 && returned === (payments - 1) * 2000) return 'seated';
  return people === 0 && returned === payments * 2000 ? 'money back' : 'wrong';
}
