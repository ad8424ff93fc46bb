import { Agent, type IncomingMessage, request } from 'node:http';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

export type Log = (message: string) => void;

interface Delivery {
  readonly eventId: string;
  readonly attempts: number;
  readonly nextAt: number;
  /** Never sent, because of a fault; stays listed as undelivered. */
  readonly lost?: boolean;
}

export interface Deliveries {
  enqueue(eventId: string): void;
  isPending(eventId: string): boolean;
  /** If a fault asks for it, sends these events now, unless they have been sent, and waits for the responses. */
  sendBeforeResponse(eventIds: readonly string[]): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** What is posted for an event. Only the signature differs between attempts. */
interface Message {
  readonly type: string;
  readonly body: string;
}

interface Setup {
  readonly store: Store;
  readonly provider: string;
  readonly faults: Pick<Faults, 'get' | 'takeWebhookDrop'>;
  readonly message: (eventId: string) => Message | undefined;
  /** The signing headers, new for each attempt. */
  readonly sign: (body: string, url: string, at: Date) => Readonly<Record<string, string>>;
  /** null: events are recorded, but have no receiver. */
  readonly webhookUrl: string | null;
  readonly protocolNow: () => Date;
  readonly log: Log;
}

const backOffSeconds = [1, 2, 5, 15, 60];
const lastBackOffSeconds = 300;
const mostAtOnce = 4;
const answerWithinMs = 10_000;

/** Delivers webhooks at least once, in no guaranteed order, with retries while the sandbox runs and after a restart. */
export function openDeliveries(setup: Setup): Deliveries {
  const { store, faults, webhookUrl, protocolNow } = setup;
  const queue = store.collection<Delivery>(`${setup.provider}.deliveries`);
  const underWay = new Map<string, Promise<void>>();
  const agent = new Agent({ keepAlive: true });
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  const now = () => protocolNow().getTime();
  // The receiver sees the reversed order only if each waits for the one before.
  const room = () => Math.max(0, (faults.get().reverseWebhooks ? 1 : mostAtOnce) - underWay.size);
  const waiting = () => queue.list().filter((item) => !item.lost && !underWay.has(item.eventId));

  const send = (item: Delivery) => {
    const sending = attempt(setup, item.eventId, agent)
      .then((accepted) => settle(item, accepted))
      .finally(() => {
        underWay.delete(item.eventId);
        wake();
      });
    underWay.set(item.eventId, sending);
    return sending;
  };

  const settle = (item: Delivery, accepted: boolean) => {
    if (accepted) return queue.delete(item.eventId);
    const pause = backOffSeconds[item.attempts] ?? lastBackOffSeconds;
    queue.put(item.eventId, { ...item, attempts: item.attempts + 1, nextAt: now() + pause * 1000 });
  };

  const pump = () => {
    const due = waiting().filter((item) => item.nextAt <= now());
    if (faults.get().reverseWebhooks) due.reverse();
    for (const item of due.slice(0, room())) void send(item);
    wake();
  };

  const wake = () => {
    clearTimeout(timer);
    if (!running || room() === 0) return;
    const next = Math.min(...waiting().map((item) => item.nextAt));
    // Wakes at least once a minute, to notice a changed clock.
    timer = setTimeout(pump, Math.min(Math.max(next - now(), 0), 60_000));
  };

  return {
    enqueue(eventId) {
      if (webhookUrl === null) return;
      const nextAt = now() + (faults.get().webhookDelayMs ?? 0);
      queue.put(eventId, { eventId, attempts: 0, nextAt, ...(faults.takeWebhookDrop() && { lost: true }) });
      wake();
    },
    isPending: (eventId) => queue.get(eventId) !== undefined,
    async sendBeforeResponse(eventIds) {
      if (!faults.get().webhookBeforeResponse) return;
      const fresh = waiting().filter((item) => eventIds.includes(item.eventId));
      const begun = eventIds.map((id) => underWay.get(id));
      await Promise.all([...fresh.map(send), ...begun]);
    },
    start() {
      running = true;
      wake();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      agent.destroy();
      await Promise.all(underWay.values());
    },
  };
}

async function attempt(setup: Setup, eventId: string, agent: Agent): Promise<boolean> {
  const message = setup.message(eventId);
  const url = setup.webhookUrl;
  if (!message || url === null) return false;
  const copies = 1 + (setup.faults.get().duplicateWebhooks ?? 0);
  const posts = Array.from({ length: copies }, () => post(setup, url, message.body, agent));
  const responses = await Promise.all(posts);
  for (const response of responses) setup.log(`webhook ${message.type} ${eventId} -> ${response}`);
  return responses.every((response) => response >= 200 && response < 300);
}

/** The response's HTTP status; 0 without a response. */
function post(setup: Setup, url: string, body: string, agent: Agent): Promise<number> {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...setup.sign(body, url, setup.protocolNow()),
  };
  return new Promise((resolve) => {
    const fail = (error: Error) => {
      setup.log(`webhook: no response (${error.message})`);
      resolve(0);
    };
    const read = (response: IncomingMessage) => {
      response.on('error', fail);
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    };
    const posted = request(url, { method: 'POST', headers, agent }, read);
    posted.setTimeout(answerWithinMs, () => posted.destroy(new Error('timed out')));
    posted.on('error', fail);
    posted.end(body);
  });
}
