import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../factories.ts';
import type { Visitor } from '../visitor.ts';
import { type Check, inParallel, type Torture } from './check.ts';
import { type KillPoint, killPoints, watchFor } from './kill-points.ts';
import { findLoss, unmarkedMails } from './killed-losses.ts';
import { buySeat } from './paid-orders.ts';
import { openTappedSite, type TappedSite } from './wiretap.ts';

const LANES = 3;
const FULL = 25;

/** R11: the process is killed at each critical moment. After a restart nothing may be lost. */
export const killedProcesses: Check = {
  id: 'R11',
  title: `kill -9 at ${killPoints.length} points × ${FULL}, then restart and redelivery`,
  goal: 'each paid session: 1 order, its people, codes and seats, 1 outbox row, ≥ 1 mail (duplicates only after SMTP 250), 1 admission, 1 refund',
  seconds: 2_700,
  async run(torture) {
    const rounds = Array.from({ length: torture.count(FULL) }, () => killPoints).flat();
    const lanes = Array.from({ length: Math.min(LANES, rounds.length) }, (_, lane) =>
      rounds.filter((_one, index) => index % LANES === lane),
    );
    const results = await inParallel(lanes, LANES, (points) => runLane(torture, points));
    const losses = results.flatMap((one) => one.losses);
    const kills = results.reduce((sum, one) => sum + one.kills, 0);
    const doubled = results.reduce((sum, one) => sum + one.doubled, 0);
    const measured = `${kills} kills, ${losses.length} losses${losses.length > 0 ? `: ${losses.slice(0, 3).join('; ')}` : ''}, ${doubled} mails twice after a lost 250`;
    return { measured, passed: kills === rounds.length && losses.length === 0 };
  },
};

interface LaneResult {
  readonly kills: number;
  readonly losses: readonly string[];
  readonly doubled: number;
}

async function runLane(torture: Torture, points: readonly KillPoint[]): Promise<LaneResult> {
  await using tapped = await openTappedSite(torture.cluster);
  const { site } = tapped;
  await site.pool.query('UPDATE event_capacity SET max_capacity = 100000');
  const staff = await site.staff();
  const mayDouble = new Set<string>();
  const losses: string[] = [];
  let kills = 0;
  for (const [index, point] of points.entries()) {
    const email = `buyer${index}@example.org`;
    const round: Round = { tapped, staff, point, email, mayDouble, random: torture.random };
    const loss = await SCENES[point.scene](round);
    if (loss) losses.push(`${point.name}: ${loss}`);
    kills += 1;
  }
  const { losses: later, doubled } = await findLoss(site, mayDouble);
  return { kills, losses: [...losses, ...later], doubled };
}

interface Round {
  readonly tapped: TappedSite;
  readonly staff: Visitor;
  readonly point: KillPoint;
  readonly email: string;
  /** Message-IDs of mails that the server accepted without the process knowing. */
  readonly mayDouble: Set<string>;
  readonly random: () => number;
}

/** What the people in the scene do before, at and after the kill; returns what went wrong at once. */
const SCENES: Record<KillPoint['scene'], (round: Round) => Promise<string | null>> = {
  async checkout(round) {
    const buyer = buyerOf(round);
    const visitor = round.tapped.site.visitor();
    await withKill(round, () => visitor.post('/api/create-checkout-session', checkout(buyer)));
    const stored = await countOrders(round);
    const wanted = round.point.name === 'attempt insert, before' ? 0 : 1;
    if (stored !== wanted) return `${stored} orders were stored before the kill, not ${wanted}`;
    return buy(round, buyer);
  },
  payment: (round) => withKill(round, () => buy(round, buyerOf(round))),
  async admission(round) {
    const { staff } = round;
    const order = await buyAll(round);
    const [{ qrCodeData: qrToken }] = order.registrations as [{ qrCodeData: string }];
    const scan = () => staff.post('/api/admin/check-in', { qrToken, method: 'qr_scan' });
    await withKill(round, scan);
    const wanted = round.point.when === 'before' ? 200 : 409;
    const { status } = await scan();
    return status === wanted ? null : `the scan after the kill got ${status}, not ${wanted}`;
  },
  async refund(round) {
    const { staff } = round;
    const { order } = await buyAll(round);
    const wish = { refundId: randomUUID(), amount: 2000 };
    const ask = () => staff.post(`/api/admin/orders/${order.id}/refund`, wish);
    await withKill(round, ask);
    // Staff who retry and the reconciliation must together make one refund.
    if (round.random() < 0.5) return null;
    const { status } = await ask();
    return status === 200 ? null : `asking for the refund again got ${status}`;
  },
};

async function countOrders({ tapped, email }: Round): Promise<number> {
  const found = await tapped.site.pool.query('SELECT FROM orders WHERE organizer_email = $1', [email]);
  return found.rows.length;
}

function buyerOf({ email }: Round) {
  return { email, checkoutId: randomUUID() };
}

/** Runs the work with the trap set, waits for the kill, and restarts the process. */
async function withKill(round: Round, work: () => Promise<unknown>): Promise<null> {
  const { site, watch } = round.tapped;
  const [process] = site.processes;
  const { child } = process!;
  const ended = once(child, 'exit');
  watch(watchFor(round.point, () => child.kill('SIGKILL')));
  try {
    // Open connections get no response.
    const working = work().catch(() => null);
    await Promise.race([ended, sleep(20_000).then(() => Promise.reject(new NotReached(round.point)))]);
    await working;
    for (const id of await unmarkedMails(site)) round.mayDouble.add(id);
  } finally {
    watch(undefined);
  }
  await process!.start();
  return null;
}

class NotReached extends Error {
  override readonly name = 'NotReached';

  constructor({ name }: KillPoint) {
    super(`the process never came to "${name}"`);
  }
}

/** The whole purchase including the buyer's return from the payment page, or only the webhook. */
async function buy(round: Round, buyer: Record<string, unknown>): Promise<string | null> {
  const { visitor, status, transactionId, isPaid } = await buySeat(round.tapped.site, buyer);
  if (!isPaid) return `the repeated checkout got ${status}`;
  if (round.random() < 0.5) await visitor.get(`/api/registrations/${transactionId}`);
  return null;
}

interface Bought {
  readonly order: { readonly id: number; readonly paymentStatus: string };
  readonly registrations: readonly { readonly qrCodeData: string }[];
}

async function buyAll(round: Round): Promise<Bought> {
  const { visitor, transactionId } = await buySeat(round.tapped.site, buyerOf(round));
  const bought = (await (await visitor.get(`/api/registrations/${transactionId}`)).json()) as Bought;
  if (bought.order.paymentStatus !== 'completed')
    throw new Error(`the order is ${bought.order.paymentStatus}`);
  return bought;
}
