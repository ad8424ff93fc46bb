import type { Store } from '#sandbox/store.ts';

export interface Failure {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** API path; `*` stands for one segment, e.g. `/v1/checkout/sessions/*`. */
  readonly path: string;
  /** Before the effect, or after it was stored. */
  readonly when: 'before' | 'after';
  readonly kind: '500' | 'drop' | 'slow';
  /** How many requests it hits, 1 unless said. The SDK itself retries twice. */
  readonly times?: number;
  /** For `slow`, 2000 unless said. */
  readonly ms?: number;
}

export interface FaultSettings {
  /** Delay of each event's first delivery. */
  readonly webhookDelayMs?: number;
  /** Additional deliveries of each event, at the same time. */
  readonly duplicateWebhooks?: number;
  /** The next so many events are never delivered, and stay listed as undelivered. */
  readonly dropWebhooks?: number | 'all';
  /** Of the events that are due, the newest goes first. */
  readonly reverseWebhooks?: boolean;
  /** Events reach the webhook before the call or page that caused them is answered. */
  readonly webhookBeforeResponse?: boolean;
  /** A refund first succeeds and fails so much later. */
  readonly failRefundsAfterMs?: number;
  readonly failNext?: Failure;
}

export interface Faults {
  get(): FaultSettings;
  /** Replaces the given settings and keeps the others. */
  set(change: FaultSettings): void;
  clear(): void;
  takeFailure(method: string, path: string): Failure | undefined;
  takeWebhookDrop(): boolean;
}

export function openFaults(store: Store): Faults {
  const kept = store.collection<FaultSettings>('stripe.faults');
  const get = () => kept.get('current') ?? {};
  const set = (change: FaultSettings) => kept.put('current', { ...get(), ...change });

  return {
    get,
    set,
    clear: () => kept.delete('current'),
    takeFailure(method, path) {
      const { failNext } = get();
      if (!failNext || failNext.method !== method || !matches(failNext.path, path)) return undefined;
      const left = (failNext.times ?? 1) - 1;
      set({ failNext: left > 0 ? { ...failNext, times: left } : undefined });
      return failNext;
    },
    takeWebhookDrop() {
      const { dropWebhooks } = get();
      if (typeof dropWebhooks === 'number') {
        set({ dropWebhooks: dropWebhooks > 1 ? dropWebhooks - 1 : undefined });
      }
      return dropWebhooks === 'all' || (dropWebhooks ?? 0) > 0;
    },
  };
}

/** Reads settings from JSON; throws a sentence about what is wrong. */
export function parseFaults(json: unknown): FaultSettings {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error('Expected an object.');
  for (const [name, value] of Object.entries(json)) {
    const isRight = Object.hasOwn(checks, name) ? checks[name as keyof FaultSettings] : undefined;
    if (!isRight) throw new Error(`There is no fault '${name}'.`);
    if (!isRight(value)) throw new Error(`'${name}' has a wrong value: ${JSON.stringify(value)}`);
  }
  return json;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag = (value: unknown) => typeof value === 'boolean';

const checks: Readonly<Record<keyof FaultSettings, (value: unknown) => boolean>> = {
  webhookDelayMs: isCount,
  duplicateWebhooks: isCount,
  dropWebhooks: (value) => value === 'all' || isCount(value),
  reverseWebhooks: isFlag,
  webhookBeforeResponse: isFlag,
  failRefundsAfterMs: isCount,
  failNext: isFailure,
};

function isFailure(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { method, path, when, kind, times = 1, ms = 0 } = value as Partial<Record<keyof Failure, unknown>>;
  return (
    ['GET', 'POST', 'DELETE'].includes(String(method)) &&
    typeof path === 'string' &&
    ['before', 'after'].includes(String(when)) &&
    ['500', 'drop', 'slow'].includes(String(kind)) &&
    isCount(times) &&
    isCount(ms)
  );
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
}
