import type { Store } from './store.ts';

export interface Failure {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** API path; `*` stands for one segment, e.g. `/v1/checkout/sessions/*`. */
  readonly path: string;
  /** Before the effect, or after it was stored. */
  readonly when: 'before' | 'after';
  readonly kind: '500' | 'drop' | 'slow' | 'held';
  /** How many requests it affects; 1 by default. Both SDKs retry a 500 twice. */
  readonly times?: number;
  /** For `slow`; 2000 by default. `held` waits until the faults are cleared. */
  readonly ms?: number;
}

/** The faults that can be set at each card provider. */
export interface FaultSettings {
  /** Delay of each event's first delivery. */
  readonly webhookDelayMs?: number;
  /** Additional deliveries of each event, at the same time. */
  readonly duplicateWebhooks?: number;
  /** How many of the next events are never delivered; they stay listed as undelivered. */
  readonly dropWebhooks?: number | 'all';
  /** The newest due event is sent first. */
  readonly reverseWebhooks?: boolean;
  /** Events are delivered before the response to the call or page that caused them. */
  readonly webhookBeforeResponse?: boolean;
  /** A refund first succeeds, and fails this much later. */
  readonly failRefundsAfterMs?: number;
  /** For this long, no refund is paid out or fails. */
  readonly holdRefunds?: boolean;
  readonly failNext?: Failure;
}

export interface Faults<S extends FaultSettings = FaultSettings> {
  get(): Partial<S>;
  /** Replaces the given settings and keeps the others. */
  set(change: Partial<S>): void;
  clear(): void;
  /** Resolves when the faults are cleared. */
  untilCleared(): Promise<void>;
  /** Reads settings from JSON; throws an error that says what is wrong. */
  parse(json: unknown): Partial<S>;
  takeFailure(method: string, path: string): Failure | undefined;
  takeWebhookDrop(): boolean;
}

export type Check = (value: unknown) => boolean;
type OwnChecks<S> = Readonly<Record<Exclude<keyof S & string, keyof FaultSettings>, Check>>;

/** @param own checks the value of each setting that only this provider has */
export function openFaults<S extends FaultSettings>(
  store: Store,
  provider: string,
  own: OwnChecks<S>,
): Faults<S> {
  const kept = store.collection<Partial<S>>(`${provider}.faults`);
  const waiting: (() => void)[] = [];
  const get = (): Partial<S> => kept.get('current') ?? {};
  const set = (change: Partial<S>) => kept.put('current', { ...get(), ...change });
  const setFailure = (failNext: Failure | undefined) => set({ failNext } as Partial<S>);
  const setDrop = (dropWebhooks: number | undefined) => set({ dropWebhooks } as Partial<S>);

  return {
    get,
    set,
    clear() {
      kept.delete('current');
      for (const go of waiting.splice(0)) go();
    },
    untilCleared: () => new Promise((resolve) => void waiting.push(resolve)),
    parse: (json) => parseFaults<S>(json, { ...checks, ...own }),
    takeFailure(method, path) {
      const { failNext } = get();
      if (!failNext || failNext.method !== method || !matches(failNext.path, path)) return undefined;
      const left = (failNext.times ?? 1) - 1;
      setFailure(left > 0 ? { ...failNext, times: left } : undefined);
      return failNext;
    },
    takeWebhookDrop() {
      const { dropWebhooks }: FaultSettings = get();
      if (typeof dropWebhooks === 'number') setDrop(dropWebhooks > 1 ? dropWebhooks - 1 : undefined);
      return dropWebhooks === 'all' || (dropWebhooks ?? 0) > 0;
    },
  };
}

function parseFaults<S>(json: unknown, known: Readonly<Record<string, Check>>): Partial<S> {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error('Expected an object.');
  for (const [name, value] of Object.entries(json)) {
    const isRight = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!isRight) throw new Error(`Unknown fault '${name}'.`);
    if (!isRight(value)) throw new Error(`Invalid value for '${name}': ${JSON.stringify(value)}`);
  }
  return json as Partial<S>;
}

export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag: Check = (value) => typeof value === 'boolean';

const checks: Readonly<Record<keyof FaultSettings, Check>> = {
  webhookDelayMs: isCount,
  duplicateWebhooks: isCount,
  dropWebhooks: (value) => value === 'all' || isCount(value),
  reverseWebhooks: isFlag,
  webhookBeforeResponse: isFlag,
  failRefundsAfterMs: isCount,
  holdRefunds: isFlag,
  failNext: isFailure,
};

function isFailure(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { method, path, when, kind, times = 1, ms = 0 } = value as Partial<Record<keyof Failure, unknown>>;
  return (
    ['GET', 'POST', 'DELETE'].includes(String(method)) &&
    typeof path === 'string' &&
    ['before', 'after'].includes(String(when)) &&
    ['500', 'drop', 'slow', 'held'].includes(String(kind)) &&
    isCount(times) &&
    isCount(ms)
  );
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
}
