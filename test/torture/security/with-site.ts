import { checkout } from '../../factories.ts';
import { type Intruder, openIntruder } from '../../intruder.ts';
import type { Visitor } from '../../visitor.ts';
import { type Outcome, type Torture, until } from '../check.ts';
import { openSite, type Site } from '../site.ts';

type Options = Parameters<typeof openSite>[1];

/** A site with room for everybody, always stopped. */
export async function withSite(
  { cluster }: Torture,
  options: Options,
  work: (site: Site) => Promise<Outcome>,
): Promise<Outcome> {
  await using site = await openSite(cluster, { environment: { LOG_LEVEL: 'error' }, ...options });
  await site.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
  return await work(site);
}

/** What was tried, and the first faults found. */
export function outcomeOf(tried: string, faults: readonly string[]): Outcome {
  const shown = faults.slice(0, 3).join(' | ');
  return {
    measured: `${tried}, ${faults.length} faults${shown && `: ${shown}`}`,
    passed: faults.length === 0,
  };
}

export function intruderAt(site: Site): Promise<Intruder> {
  return openIntruder({ siteUrl: site.url, staff: () => site.staff() });
}

export interface Bought {
  readonly buyer: Visitor;
  readonly transactionId: string;
  readonly orderId: number;
  readonly tokens: readonly string[];
}

/** One paid order with tickets. */
export async function buy(site: Site, address: string, order: unknown = checkout()): Promise<Bought> {
  const buyer = site.visitor(address);
  const started = await buyer.post('/api/create-checkout-session', order);
  const text = await started.text();
  if (started.status !== 200) throw new Error(`the checkout was refused: ${started.status} ${text}`);
  const { url, transactionId } = JSON.parse(text) as { url: string; transactionId: string };
  await site.pay(url);
  const bought = await readPaid(buyer, transactionId);
  const tokens = bought.registrations.map((one) => one.qrCodeData);
  return { buyer, transactionId, orderId: bought.order.id, tokens };
}

interface Paid {
  order: { id: number; paymentStatus: string };
  registrations: { qrCodeData: string }[];
}

/** The order once it is paid: on a busy machine, neither the webhook nor the first look may have settled it yet. */
async function readPaid(buyer: Visitor, transactionId: string): Promise<Paid> {
  const look = async () => {
    const found = (await (await buyer.get(`/api/registrations/${transactionId}`)).json()) as Paid;
    return found.order.paymentStatus === 'completed' && found;
  };
  return until(`${transactionId} is paid`, look, { pauseMs: 200 });
}

/**
 * One line per table to detect changes, without what each visit writes and without the mirror of the provider's
 * catalog, which is refreshed whenever staff look at it.
 */
export async function digest({ pool }: Site): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('sessions', 'rate_limits') AND tablename NOT LIKE 'catalog_%'`,
  );
  const found: Record<string, string> = {};
  for (const { tablename } of rows) {
    const { rows: sums } = await pool.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS sum FROM "${tablename}" t`,
    );
    found[tablename] = sums[0]!.sum;
  }
  return found;
}

/** The same, after the sale's mails and the start's work are done. */
export async function settledDigest(site: Site): Promise<Record<string, string>> {
  let before = await digest(site);
  for (let left = 30; left > 0; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { rows } = await site.pool.query(
      'SELECT 1 FROM mails WHERE sent_at IS NULL AND failed_at IS NULL LIMIT 1',
    );
    const now = await digest(site);
    if (rows.length === 0 && changedTables(before, now).length === 0) return now;
    before = now;
  }
  throw new Error('the site does not become idle');
}

/** The tables whose content has changed. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]);
}
