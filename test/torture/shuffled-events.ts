import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { type Check, inParallel, type Torture } from './check.ts';
import { stripeOf } from './paid-at-providers.ts';
import { buySeat, countPaid } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';

const EVENTS = 1_000;
/** A payment sends four events, a refund two. */
const ORDERS = 240;
const REFUNDED = 20;

/** R12: the provider's events in any order, up to five times each, eight at once. */
export const shuffledEvents: Check = {
  id: 'R12',
  title: `${EVENTS} provider events shuffled, each sent 1 to 5 times, 8 at once`,
  goal: 'no duplicate order, mail or refund',
  seconds: 240,
  async run(torture) {
    await using site = await openSite(torture.cluster, { processes: 2, webhooks: false });
    const orders = torture.count(ORDERS);
    const refunded = Math.ceil((orders * REFUNDED) / ORDERS);
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000');
    await inParallel(Array.from({ length: orders }), 8, () => buySeat(site));
    const first = await tell(site, torture, new Set());
    const asked = await refundSome(site, refunded);
    const second = await tell(site, torture, new Set());
    const counts = await count(site);
    const sent = { orders, people: orders, captures: orders, mails: orders + asked, refunds: asked };
    const isRight = Object.entries(sent).every(
      ([name, wanted]) => counts[name as keyof typeof sent] === wanted,
    );
    const faults = first.faults + second.faults;
    return {
      measured: `${first.events + second.events} events in ${first.webhooks + second.webhooks} webhooks: ${JSON.stringify(counts)}, ${faults} 5xx responses`,
      passed: isRight && faults === 0,
    };
  },
};

/** All of the provider's events, signed as it signs. */
async function tell(site: Site, torture: Torture, known: ReadonlySet<string>) {
  const stripe = stripeOf(site);
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) if (!known.has(event.id)) events.push(event);
  const webhooks = events.flatMap((event) =>
    Array.from({ length: 1 + Math.floor(torture.random() * 5) }, () => ({ event, place: torture.random() })),
  );
  webhooks.sort((a, b) => a.place - b.place);
  const statuses = await inParallel(webhooks, 8, async ({ event }) => {
    const payload = JSON.stringify(event);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_world' });
    const response = await fetch(`${site.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    });
    return response.status;
  });
  return {
    events: events.length,
    webhooks: webhooks.length,
    faults: statuses.filter((one) => one >= 500).length,
  };
}

/** Full refunds by staff, about which the provider sends webhooks, too. */
async function refundSome(site: Site, wanted: number): Promise<number> {
  await countPaid(site);
  const staff = await site.staff();
  const { rows } = await site.pool.query<{ id: number }>(
    `SELECT id FROM orders WHERE payment_status = 'completed' ORDER BY id LIMIT $1`,
    [wanted],
  );
  for (const { id } of rows) {
    const response = await staff.post(`/api/admin/orders/${id}/refund`, {
      refundId: randomUUID(),
      amount: 2000,
      registrationIds: [],
    });
    if (!response.ok) throw new Error(`the refund returned ${response.status}: ${await response.text()}`);
  }
  return rows.length;
}

async function count({ pool }: Site) {
  const { rows } = await pool.query<Record<'orders' | 'people' | 'captures' | 'mails' | 'refunds', number>>(
    `SELECT (SELECT count(*) FROM orders WHERE payment_status IN ('completed', 'refunded'))::int AS orders,
       (SELECT count(*) FROM registrations)::int AS people,
       (SELECT count(*) FROM payment_ledger WHERE kind = 'capture')::int AS captures,
       (SELECT count(*) FROM mails)::int AS mails,
       (SELECT count(*) FROM payment_ledger WHERE kind = 'refund')::int AS refunds`,
  );
  return rows[0]!;
}
