import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../factories.ts';
import { CARD_PAYMENT } from './buying.ts';
import { type CallResponse, openCaller } from './caller.ts';
import type { Site } from './site.ts';

const AFTER_A_FAULT_MS = 100;
/** As the success page asks while a payment isn't confirmed. */
const [ASK_AGAIN_MS, ASK_FOR_MS] = [2_000, 60_000];

export interface Seen {
  readonly path: 'checkout' | 'order';
  /** 0 if there was no response. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly startedAt: number;
  readonly ms: number;
}

/** Buyers who keep buying whatever the responses, and a record of these. */
export interface BuyersLoad {
  readonly seen: readonly Seen[];
  /** Transaction ids that got a payment page, were told paid there, and were told completed by the site. */
  readonly opened: ReadonlySet<string>;
  readonly paid: ReadonlySet<string>;
  readonly completed: ReadonlySet<string>;
  stop(): Promise<void>;
}

export function startBuyers(site: Site, lanes: number): BuyersLoad {
  const atSite = openCaller([site.front.port], { keepAlive: false });
  const atStripe = openCaller([site.sandbox.port]);
  const seen: Seen[] = [];
  const [opened, paid, completed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [isOver, turn] = [false, 0];

  const ask = async (kind: Seen['path'], path: string, body?: object): Promise<CallResponse | null> => {
    const startedAt = performance.now();
    const from = `198.${18 + (turn >> 16)}.${(turn >> 8) & 255}.${turn & 255}`;
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' };
    const asked = body ? ({ method: 'POST', headers, body: JSON.stringify(body) } as const) : { headers };
    const response = await atSite.call(path, asked).catch(() => null);
    const retryAfter = response?.headers['retry-after'] as string | undefined;
    seen.push({
      path: kind,
      status: response?.status ?? 0,
      retryAfter,
      startedAt,
      ms: performance.now() - startedAt,
    });
    if (response?.status !== 200) await sleep(AFTER_A_FAULT_MS);
    return response?.status === 200 ? response : null;
  };
  const buy = async () => {
    turn += 1;
    const email = `buyer${turn}@example.org`;
    const placed = await ask('checkout', '/api/create-checkout-session', checkout({ email }));
    if (!placed) return;
    const { url, transactionId } = JSON.parse(placed.text) as { url: string; transactionId: string };
    opened.add(transactionId);
    const { status } = await atStripe.call(new URL(url).pathname, CARD_PAYMENT);
    if (status === 303) paid.add(transactionId);
    const order = await ask('order', `/api/registrations/${transactionId}`);
    if (order?.text.includes('"paymentStatus":"completed"')) completed.add(transactionId);
  };
  const lane = async () => {
    while (!isOver) await buy();
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    seen,
    opened,
    paid,
    completed,
    async stop() {
      isOver = true;
      await running;
      atSite.close();
      atStripe.close();
    },
  };
}

/** Buyers wait for their orders as on the success page; then compares what they were told with the database. */
export async function findBrokenPromises(site: Site, load: BuyersLoad): Promise<string[]> {
  const visitor = site.visitor('198.51.100.7');
  const giveUpAt = performance.now() + ASK_FOR_MS;
  let pending = [...load.paid].filter((id) => !load.completed.has(id));
  while (pending.length > 0 && performance.now() < giveUpAt) {
    const shown = await Promise.all(
      pending.map(async (id) => (await visitor.get(`/api/registrations/${id}`)).text()),
    );
    pending = pending.filter((_id, index) => shown[index]!.includes('"paymentStatus":"pending"'));
    if (pending.length > 0) await sleep(ASK_AGAIN_MS);
  }
  const { rows } = await site.pool.query<{ id: string; status: string; tickets: number; mails: number }>(
    `SELECT transaction_id AS id, payment_status AS status,
       (SELECT count(*) FROM registrations r JOIN qr_codes q ON q.registration_id = r.id WHERE r.order_id = orders.id)::int
         AS tickets,
       (SELECT count(*) FROM mails WHERE order_id = orders.id)::int AS mails FROM orders`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const lost = [...load.opened].filter((id) => !found.has(id));
  const open = [...load.paid].filter((id) => found.get(id)?.status !== 'completed');
  const torn = rows.filter((row) => row.status === 'completed' && (row.tickets !== 1 || row.mails !== 1));
  return [
    ...(lost.length > 0 ? [`${lost.length} orders lost`] : []),
    ...(open.length > 0 ? [`${open.length} paid but not completed`] : []),
    ...(torn.length > 0 ? [`${torn.length} without one ticket and one mail`] : []),
  ];
}
