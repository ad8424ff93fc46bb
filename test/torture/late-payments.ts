import { type Check, inParallel, type Outcome, until } from './check.ts';
import { buySeat } from './paid-orders.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { openReconciler } from './reconciler.ts';
import { openSite, type Site } from './site.ts';

const OF_EACH_KIND = 20;
const MONEY_AFTER_MS = 20_000;
/** A hold lasts 45 minutes; a payment in progress keeps its seat longer. */
const AFTER_THE_HOLDS = '2025-07-15T17:00:00Z';

/** A paid session in Stripe's JSON, and what replaces it on the way; both have the same length. */
const ALTERED = {
  amount: ['"amount_received": 2000', '"amount_received": 1999'],
  currency: ['"currency": "usd"', '"currency": "eur"'],
  mode: ['"livemode": false', '"livemode": true '],
} as const;
const KINDS = ['plain', 'slow', 'fails', ...(Object.keys(ALTERED) as (keyof typeof ALTERED)[])] as const;
type Kind = (typeof KINDS)[number];

/** R15: money that arrives or fails long after the page was left, and money other than what was asked for. */
export const latePayments: Check = {
  id: 'R15',
  title: `${OF_EACH_KIND} payments each: late, failing late, of another amount, currency or mode`,
  goal: 'tickets only for payments that match their order, all others under review',
  seconds: 180,
  async run(torture) {
    await using proxy = await startProxy([]);
    await using site = await openSite(torture.cluster, {
      environment: { STRIPE_API_URL: `http://127.0.0.1:${proxy.port}` },
    });
    proxy.setTargets([site.sandbox.port]);
    alter(proxy);
    await using reconciler = await openReconciler(site);
    const each = torture.count(OF_EACH_KIND);
    await site.pool.query('UPDATE event_capacity SET max_capacity = 1000');
    const begunAt = performance.now();
    for (const kind of KINDS) await payAll(site, kind, each);
    await waitFor(
      site,
      `SELECT count(*) >= ${2 * each} AS ok FROM payment_attempts WHERE state = 'processing'`,
    );
    site.moveClock(AFTER_THE_HOLDS);
    await reconciler.ask();
    await waitFor(site, `SELECT count(*) = ${3 * each} AS ok FROM orders WHERE payment_status = 'review'`);
    const early = await count(site);
    const isEarly = performance.now() - begunAt < MONEY_AFTER_MS;
    await waitFor(site, `SELECT count(*) = 0 AS ok FROM orders WHERE payment_status = 'pending'`);
    return judge(early, await count(site), each, isEarly);
  },
};

function alter(proxy: TcpProxy): void {
  proxy.setLine({
    inspect(piece, direction) {
      const text = piece.toString('latin1');
      const kind = direction === 'down' && /"customer_email": "(amount|currency|mode)\d/.exec(text)?.[1];
      if (!kind || !text.includes(ALTERED.amount[0])) return 'pass';
      const [from, to] = ALTERED[kind as keyof typeof ALTERED];
      return { instead: Buffer.from(text.replaceAll(from, to), 'latin1') };
    },
  });
}

async function payAll(site: Site, kind: Kind, times: number): Promise<void> {
  const pages = await inParallel(Array.from({ length: times }), 4, async (_, index) => {
    const { url } = await buySeat(site, { email: `${kind}${index}@example.org` }, false);
    return url!;
  });
  const isSlow = kind === 'slow' || kind === 'fails';
  const ends = kind === 'fails' ? 'failed' : 'paid';
  if (isSlow) site.sandbox.stripe.faults.set({ slowPayments: { ends, afterMs: MONEY_AFTER_MS } });
  for (const page of pages) await site.pay(page);
  site.sandbox.stripe.faults.clear();
}

async function waitFor({ pool }: Site, query: string): Promise<void> {
  const look = async () => (await pool.query<{ ok: boolean }>(query)).rows[0]!.ok;
  await until(query, look, { seconds: 60 });
}

/** Orders by kind and state, with how many have tickets or a case. */
async function count({ pool }: Site): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ kind: string; said: string }>(
    `SELECT kind, string_agg(said, ', ' ORDER BY said) AS said FROM (
       SELECT substring(organizer_email FROM '^[a-z]+') AS kind,
         count(*) || ' ' || payment_status || CASE WHEN seats_held THEN ' seated' ELSE ' unseated' END
           || ', ' || sum((SELECT count(*) FROM registrations AS r WHERE r.order_id = o.id)) || ' tickets, '
           || sum((SELECT count(*) FROM payment_cases AS c WHERE c.order_id = o.id AND c.kind = 'payment_mismatch'))
           || ' cases' AS said
       FROM orders AS o GROUP BY kind, payment_status, seats_held
     ) AS groups GROUP BY kind`,
  );
  return new Map(rows.map(({ kind, said }) => [kind, said]));
}

function judge(
  early: ReadonlyMap<string, string>,
  late: ReadonlyMap<string, string>,
  each: number,
  isEarly: boolean,
): Outcome {
  const completed = `${each} completed seated, ${each} tickets, 0 cases`;
  const underWay = `${each} pending seated, 0 tickets, 0 cases`;
  const review = `${each} review seated, 0 tickets, ${each} cases`;
  const altered = { amount: review, currency: review, mode: review };
  const wantedEarly = { plain: completed, slow: underWay, fails: underWay, ...altered };
  const failed = `${each} failed unseated, 0 tickets, 0 cases`;
  const wantedLate = { plain: completed, slow: completed, fails: failed, ...altered };
  const others = [...differences(early, wantedEarly), ...differences(late, wantedLate)];
  const before = isEarly ? '' : ', but the money had come before anything was looked at';
  return {
    measured: `${KINDS.length * each} orders, ${others.length === 0 ? 'all as they should be' : others.join('; ')}${before}`,
    passed: others.length === 0 && isEarly,
  };
}

function differences(found: ReadonlyMap<string, string>, wanted: Readonly<Record<Kind, string>>): string[] {
  return KINDS.filter((kind) => found.get(kind) !== wanted[kind]).map(
    (kind) => `${kind}: ${found.get(kind)} for ${wanted[kind]}`,
  );
}
