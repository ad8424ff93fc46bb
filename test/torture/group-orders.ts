import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import { limitInUpdate } from './coupon-limit.ts';
import { dropChecks } from './drop-checks.ts';
import { buySeat, waitForPaid } from './paid-orders.ts';
import { conditionalUpdate } from './sell-out.ts';
import { openSite, type Site } from './site.ts';
import type { Guard } from './without-guard.ts';

const BUYERS = 400;
const USES = 5;
const TRAINING = { day: '2025-09-19', seats: 187 };
const CONFERENCE = { day: '2025-09-20', seats: 233 };
const KINDS = [
  ['conference', 1],
  ['conference', 10],
  ['trainer', 1],
  ['trainer', 5],
  ['trainer', 10],
  ['both', 1],
  ['both', 5],
  ['both', 10],
] as const;
type Kind = (typeof KINDS)[number];

/** R3: packages of 1, 5 and 10 for either day or both, many with a coupon, half of them paid. */
export const groupOrders: Check = {
  id: 'R3',
  title: `${BUYERS} buyers of 1, 5 or 10 seats on two days, a coupon of ${USES} uses`,
  goal: 'both days full to the last seat, the coupon used up, no partial order',
  seconds: 180,
  run: (torture) => sellMixed(torture, []),
  control: (torture) => sellMixed(torture, [...conditionalUpdate, ...limitInUpdate]),
};

async function sellMixed(torture: Torture, without: readonly Guard[]): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 4, without });
  if (without.length > 0) {
    await dropChecks(site, 'event_capacity');
    await dropChecks(site, 'coupons');
  }
  await prepare(site);
  const wishes = Array.from({ length: BUYERS }, () => ({
    kind: KINDS[Math.floor(torture.random() * KINDS.length)]!,
    hasCoupon: torture.random() < 0.8,
    pays: torture.random() < 0.5,
  }));
  const rush = await inParallel(wishes, 48, (wish) => buy(site, wish));
  // Single seats fill what is left by groups.
  const singles = [...fill('trainer', TRAINING.seats), ...fill('conference', CONFERENCE.seats)];
  const rest = await inParallel(singles, 48, (wish) => buy(site, wish));
  const responses = [...rush, ...rest];
  await waitForPaid(site, responses.filter(({ isPaid }) => isPaid).length);
  return await judge(site, responses.filter(({ status }) => status >= 500).length);
}

function fill(eventType: Kind[0], times: number): Wish[] {
  return Array.from({ length: times }, () => ({
    kind: [eventType, 1] as Kind,
    hasCoupon: false,
    pays: true,
  }));
}

async function prepare({ pool }: Site): Promise<void> {
  for (const { day, seats } of [TRAINING, CONFERENCE])
    await pool.query('UPDATE event_capacity SET max_capacity = $2 WHERE event_date = $1', [day, seats]);
  await pool.query(
    `INSERT INTO coupons (code, description, discount_type, discount_value, usage_limit, event_types, created_at, updated_at)
     VALUES ('TENTH', 'A tenth', 'percentage', 10, $1, '{conference,trainer,both}', now(), now())`,
    [USES],
  );
}

interface Wish {
  readonly kind: Kind;
  readonly hasCoupon: boolean;
  readonly pays: boolean;
}

function buy(site: Site, { kind, hasCoupon, pays }: Wish) {
  const [eventType, seats] = kind;
  const prices = { amount: undefined, finalAmount: undefined };
  const coupon = hasCoupon && { couponCode: 'TENTH' };
  return buySeat(site, { ...prices, eventType, attendeeCount: seats, ...coupon }, pays);
}

/** Compares the counters with the orders. */
async function judge({ pool }: Site, faults: number): Promise<Outcome> {
  const { rows: days } = await pool.query<{ counted: number; held: number; most: number }>(
    `SELECT c.current_registrations AS counted, c.max_capacity AS most, (
       SELECT coalesce(sum(team_member_count), 0) FROM orders AS o WHERE o.seats_held AND o.event_type IN
         ('both', CASE c.event_date WHEN '2025-09-19' THEN 'trainer' ELSE 'conference' END))::int AS held
     FROM event_capacity AS c ORDER BY c.event_date`,
  );
  const { rows } = await pool.query<{ uses: number; orders: number; broken: number }>(
    `SELECT (SELECT usage_count + held_count FROM coupons)::int AS uses,
       (SELECT count(*) FROM orders WHERE applied_coupon_code = 'TENTH')::int AS orders,
       (SELECT count(*) FROM orders AS o WHERE (payment_status = 'completed') <>
         EXISTS (SELECT 1 FROM registrations AS r WHERE r.order_id = o.id))::int AS broken`,
  );
  const { uses, orders, broken } = rows[0]!;
  const said = days.map(({ counted, held, most }) => `${counted} counted and ${held} held of ${most}`);
  return {
    measured: `${said.join(', ')}; ${uses} uses, ${orders} orders with the coupon; ${broken} orders in part, ${faults} 5xx responses`,
    passed:
      days.every(({ counted, held, most }) => counted === most && held === most) &&
      [uses, orders].every((one) => one === USES) &&
      broken === 0 &&
      faults === 0,
  };
}
