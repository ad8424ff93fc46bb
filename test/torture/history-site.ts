import { once } from 'node:events';
import type Stripe from 'stripe';
import { billingData, checkout } from '../factories.ts';
import type { Visitor } from '../visitor.ts';
import { holdsSeats, isFor, isPaid, type Order, type Person, type State, today } from './history-model.ts';
import { type Operation, WARES } from './history-operations.ts';
import { stripeOf } from './paid-at-providers.ts';
import type { Site } from './site.ts';

/** Runs a history's operations at a site, as buyers, staff, provider and clock, and reads the result. */
export interface Actor {
  /** The response in one word. */
  perform(operation: Operation): Promise<string>;
  /** A line per order (all if null), and one for the counters. */
  look(keys: readonly string[] | null): Promise<ReadonlyMap<string, string>>;
  /** Everybody who ever had a ticket. */
  people(): readonly string[];
}

interface Known {
  readonly site: Site;
  readonly staff: Visitor;
  readonly buyers: Map<string, { visitor: Visitor; transactionId: string; url: string }>;
  readonly orderIds: Map<string, number>;
  readonly tickets: Map<string, { id: number; code: string }>;
  readonly tellOf: (orderId: number, times: number) => Promise<string>;
  now: number;
}

/** @param now the site's clock when the history begins */
export async function openActor(site: Site, now: number): Promise<Actor> {
  const known: Known = {
    ...{ site, now, staff: await site.staff(), tellOf: openMessages(site) },
    ...{ buyers: new Map(), orderIds: new Map(), tickets: new Map() },
  };
  return {
    perform: (operation) => perform(known, operation),
    look: (keys) => look(known, keys),
    people: () => [...known.tickets.keys()],
  };
}

async function perform(known: Known, operation: Operation): Promise<string> {
  const { site, staff, buyers, orderIds, tickets } = known;
  const idOf = (person: string) => tickets.get(person)?.id ?? 999_999;
  const erase = async (path: string) => word(await staff.request(path, { method: 'DELETE' }));
  switch (operation.kind) {
    case 'buy':
      return buy(known, operation);
    case 'pay':
      return pay(known, operation);
    case 'tell':
      return known.tellOf(orderIds.get(operation.order)!, operation.times);
    case 'return': {
      const { visitor, transactionId } = buyers.get(operation.order)!;
      // The site retries the provider after three seconds; a history does not wait.
      await endTurns(site);
      const response = await visitor.get(`/api/registrations/${transactionId}`);
      return word(response, ({ order }) => (order as { paymentStatus: string }).paymentStatus);
    }
    case 'wait':
      known.now += operation.minutes * 60_000;
      await planChecks(site, "now() + interval '1 hour'");
      site.moveClock(new Date(known.now).toISOString());
      await reconcile(site);
      return 'waited';
    case 'reconcile':
      // PostgreSQL's clock has microseconds; in whole milliseconds, as the site reads it, now() can still be ahead.
      await planChecks(site, "now() - interval '1 second'");
      await reconcile(site);
      await planChecks(site, "now() + interval '1 hour'");
      return 'reconciled';
    case 'refund': {
      const { order, id: refundId, amount, freeSeats } = operation;
      const wish = { refundId, amount, freeSeats, registrationIds: operation.people.map(idOf) };
      return word(await staff.post(`/api/admin/orders/${orderIds.get(order)}/refund`, wish));
    }
    case 'name': {
      const { order, person, byStaff } = operation;
      const { visitor, transactionId } = buyers.get(order)!;
      const call = byStaff
        ? staff.post(`/api/admin/orders/${orderIds.get(order)}/add-attendee`, formOf(person))
        : visitor.post(`/api/order/${transactionId}/attendees`, formOf(person));
      return word(await call);
    }
    case 'remove': {
      const path = `/api/admin/registrations/${idOf(operation.person)}`;
      const query = operation.alsoOrganizer ? '?organizer=true' : '';
      return erase(path + query);
    }
    case 'delete':
      return erase(`/api/admin/orders/${orderIds.get(operation.order)}`);
    case 'scan': {
      const { id: registrationId, code: qrToken } = tickets.get(operation.person)!;
      const byId = { registrationId, method: 'manual_lookup' };
      const asked = operation.byCode ? { qrToken, method: 'qr_scan' } : byId;
      return word(await staff.post('/api/admin/check-in', asked));
    }
    case 'undo':
      return word(await staff.post(`/api/admin/check-in/${idOf(operation.person)}/undo`, {}));
  }
}

/** `ok`, or what `read` finds in the response; for a refusal, its code. */
async function word(
  response: Response,
  read: (said: Readonly<Record<string, unknown>>) => string = () => 'ok',
): Promise<string> {
  const said = (await response.json()) as Readonly<Record<string, unknown>>;
  return response.ok ? read(said) : String(said.code ?? response.status);
}

function formOf(person: string) {
  return { firstName: person, lastName: 'Sample', email: `${person}@example.org`, track: 'caregivers' };
}

async function buy({ site, buyers }: Known, operation: Extract<Operation, { kind: 'buy' }>): Promise<string> {
  const { order: key, checkoutId, coupon, provider, others } = operation;
  const [eventType, attendeeCount] = WARES[operation.ware]!;
  const named = Array.from(
    { length: Math.min(others, attendeeCount - 1) },
    (_, index) => `${key}p${index + 1}`,
  );
  const body = checkout({
    ...{ amount: undefined, finalAmount: undefined, eventType, attendeeCount, checkoutId },
    ...{ firstName: `${key}p0`, email: `${key}@example.org`, ...(coupon && { couponCode: coupon }) },
    teamMembers: named.map(formOf),
  });
  const number = Number(key.slice(1));
  const visitor = site.visitor(`198.18.${number >> 8}.${number & 255}`);
  const response = await visitor.post('/api/create-checkout-session', { ...body, provider });
  return word(response, (said) => {
    const { url, transactionId } = said as { url: string; transactionId: string };
    // It may return another order: the same checkout's earlier one.
    const isOther = [...buyers.values()].some((one) => one.transactionId === transactionId);
    if (!isOther) buyers.set(key, { visitor, transactionId, url });
    return url.startsWith('/checkout-success') ? 'done' : 'page';
  });
}

const PAGES: Record<number, string> = { 200: 'paid', 303: 'paid', 402: 'payment_declined', 410: 'closed' };

async function pay({ site, buyers }: Known, operation: Extract<Operation, { kind: 'pay' }>): Promise<string> {
  const { order, isGood, amount, provider } = operation;
  const { visitor, transactionId: orderId, url } = buyers.get(order)!;
  if (provider === 'stripe') {
    const { status } = await site.pay(url, isGood ? undefined : '4000 0000 0000 0002');
    return PAGES[status] ?? String(status);
  }
  const sourceId = isGood ? 'cnon:card-nonce-ok' : 'cnon:card-nonce-declined';
  const card = { sourceId, orderId, amount, billingData };
  return word(await visitor.post('/api/square/process-payment', card), () => 'paid');
}

const TOLD = ['checkout.session.completed', 'checkout.session.expired', 'refund.created', 'refund.updated'];

/** Stripe's events for an order, signed as Stripe signs, each sent that many times at once. */
function openMessages(site: Site): Known['tellOf'] {
  const stripe = stripeOf(site);
  const orders = new Map<unknown, number>();
  const events: { orderId: number; event: Stripe.Event }[] = [];
  const fetchNews = async (): Promise<void> => {
    const latest = events.at(-1)?.event.id;
    const { data } = await stripe.events.list({ limit: 100, types: TOLD, ending_before: latest });
    for (const event of data.toReversed()) {
      const { metadata, payment_intent: intent } = event.data.object as Stripe.Checkout.Session;
      const orderId = Number(metadata?.order_id ?? orders.get(intent));
      if (intent) orders.set(intent, orderId);
      events.push({ orderId, event });
    }
    if (data.length > 0) await fetchNews();
  };
  return async (orderId, times) => {
    await fetchNews();
    const statuses = new Set<number>();
    for (const { event } of events.filter((one) => one.orderId === orderId)) {
      const payload = JSON.stringify(event);
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_world' });
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const send = () => fetch(`${site.url}/api/webhooks/stripe`, { method: 'POST', headers, body: payload });
      for (const { status } of await Promise.all(Array.from({ length: times }, send))) statuses.add(status);
    }
    return [...statuses].every((one) => one === 200) ? 'heard' : [...statuses].join();
  };
}

/** Moves the next check of open payments and refunds, so that it runs when the history says, not every minute. */
async function planChecks({ pool }: Site, at: string): Promise<void> {
  for (const table of ['payment_attempts', 'refunds'])
    await pool.query(`UPDATE ${table} SET next_check_at = ${at} WHERE next_check_at IS NOT NULL`);
}

/** Lets the next reader of each order ask its provider immediately. */
async function endTurns({ pool }: Site): Promise<void> {
  await pool.query('UPDATE payment_attempts SET next_look_at = NULL WHERE next_look_at IS NOT NULL');
}

/** Runs each process's reconciliation now, to its end. */
async function reconcile({ processes }: Site): Promise<void> {
  await Promise.all(
    processes.map(async ({ child }) => {
      const done = once(child, 'message');
      child.send({ reconcile: true });
      await done;
    }),
  );
}

/** An order from the tables or from the model, in the same words. */
interface Facts extends Pick<Order, 'status' | 'returned' | 'badge' | 'captured' | 'refunded' | 'people'> {
  readonly isHeld: boolean;
  readonly underWay: number;
}

function line({ status, isHeld, returned, badge, captured, refunded, underWay, people }: Facts): string {
  const tickets = people.map(
    ({ name, hasEnded, days }) =>
      `${name}${hasEnded ? ' ended' : ''}${days
        .toSorted()
        .map((day) => ` in ${day}`)
        .join('')}`,
  );
  const money = `${captured} in, ${refunded} back, ${underWay} on its way`;
  return `${status}, ${isHeld ? 'seats held' : 'no seats'}, ${returned} returned; ${money}; ${badge}: ${tickets.toSorted().join(', ')}`;
}

async function look(known: Known, keys: readonly string[] | null): Promise<Map<string, string>> {
  const { pool } = known.site;
  const emails = keys?.map((key) => `${key}@example.org`) ?? null;
  const [{ rows }, counted] = await Promise.all([
    pool.query<Omit<Facts, 'people'> & { id: number; email: string; people: SeenPerson[] }>(ORDERS, [emails]),
    pool.query<{ counters: string }>(COUNTERS),
  ]);
  const lines = new Map([['counters', counted.rows[0]!.counters]]);
  for (const { id, email, ...facts } of rows) {
    const key = email.split('@')[0]!;
    known.orderIds.set(key, id);
    for (const one of facts.people) known.tickets.set(one.name, one);
    const isTold = facts.people.every(({ days, isIn }) => days.length > 0 === isIn);
    lines.set(key, line(facts) + (isTold ? '' : '; checked_in says otherwise'));
  }
  return keys ? lines : new Map([...lines, ...(await ask(known))]);
}

interface SeenPerson extends Person {
  readonly id: number;
  readonly code: string;
  /** By the person's column. */
  readonly isIn: boolean;
}

/** Totals from the calls of visitors and staff. */
async function ask({ site, staff }: Known): Promise<[string, string][]> {
  const days = (await (await site.visitor().get('/api/capacity-status')).json()) as Record<string, unknown>[];
  const door = (await (await staff.get('/api/admin/check-in-stats')).json()) as Record<string, unknown>;
  return [
    ['capacity-status', days.map((one) => `${one.eventDate} ${one.remaining} free`).join(', ')],
    ['check-in-stats', `${door.checkedIn} of ${door.totalRegistrations}`],
  ];
}

/** The lines that the site should show for these orders. */
export function linesOf(state: State, keys: readonly string[] | null): Map<string, string> {
  const { days, coupons, orders, underWay } = state;
  const counters = [
    ...Object.entries(days).map(([day, { taken, most }]) => `${day} ${taken} of ${most}`),
    ...Object.entries(coupons).map(([code, { held, used }]) => `${code} ${held} held ${used} used`),
    `${orders.size} orders, ledger ${state.ledger}, 0 cases`,
  ];
  const lines = new Map([['counters', counters.join('; ')]]);
  for (const key of keys ?? orders.keys()) {
    const order = orders.get(key);
    if (!order) continue;
    const promised = underWay.filter((one) => one.order === key).reduce((sum, { amount }) => sum + amount, 0);
    lines.set(key, line({ ...order, isHeld: holdsSeats(order), underWay: promised }));
  }
  if (keys) return lines;
  const free = Object.entries(days).map(([day, { taken, most }]) => `${day} ${most - taken} free`);
  lines.set('capacity-status', free.join(', '));
  const day = today(state);
  const expected = [...orders.values()].filter((one) => isPaid(one) && isFor(one, day));
  const good = expected.flatMap(({ people }) => people.filter(({ hasEnded }) => !hasEnded));
  lines.set('check-in-stats', `${good.filter((one) => one.days.includes(day)).length} of ${good.length}`);
  return lines;
}

const ORDERS = `SELECT o.id, o.organizer_email AS email, o.payment_status AS status, o.seats_held AS "isHeld",
    o.seats_returned AS returned, o.attendee_data_status AS badge, money.*,
    (SELECT coalesce(sum(amount), 0)::int FROM refunds WHERE order_id = o.id AND state = 'pending') AS "underWay",
    (SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.first_name, 'code', q.qr_code_data,
        'hasEnded', r.voided_at IS NOT NULL, 'isIn', r.checked_in, 'days', (SELECT coalesce(json_agg(admitted_on), '[]')
          FROM check_ins WHERE registration_id = r.id AND undone_at IS NULL))), '[]')
      FROM registrations AS r LEFT JOIN qr_codes AS q ON q.registration_id = r.id WHERE r.order_id = o.id) AS people
  FROM orders AS o, LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0)::int AS captured,
      coalesce(-sum(amount) FILTER (WHERE kind <> 'capture'), 0)::int AS refunded
    FROM payment_ledger WHERE order_id = o.id) AS money
  WHERE $1::text[] IS NULL OR o.organizer_email = ANY ($1)`;

const COUNTERS = `SELECT concat_ws('; ',
    (SELECT string_agg(event_date || ' ' || current_registrations || ' of ' || max_capacity, '; ' ORDER BY event_date)
      FROM event_capacity),
    (SELECT string_agg(code || ' ' || held_count || ' held ' || usage_count || ' used', '; ' ORDER BY id) FROM coupons),
    (SELECT count(*) FROM orders) || ' orders, ledger ' || (SELECT coalesce(sum(amount), 0) FROM payment_ledger)
      || ', ' || (SELECT count(*) FROM payment_cases WHERE resolved_at IS NULL AND kind <> 'payment_mismatch') || ' cases'
  ) AS counters`;
