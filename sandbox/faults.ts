import * as z from 'zod';
import type { Store } from './store.ts';

const count = z.int().min(0);

const failure = z.strictObject({
  method: z.enum(['GET', 'POST', 'DELETE']),
  /** API path; `*` stands for one segment, e.g. `/v1/checkout/sessions/*`. */
  path: z.string(),
  /** Before the effect, or after it was stored. */
  when: z.enum(['before', 'after']),
  /** `429`, too many requests, always comes before the effect. */
  kind: z.enum(['500', '429', 'drop', 'slow', 'held']),
  /** How many requests it affects; 1 by default. Both SDKs retry a 500 twice, and Square's also a 429. */
  times: count.optional(),
  /** For `slow`; 2000 by default. `held` waits until the faults are cleared. */
  ms: count.optional(),
});
export type Failure = z.output<typeof failure>;

/** The faults that can be set at each card provider. */
export const faultSettings = z
  .strictObject({
    /** Delay of each event's first delivery. */
    webhookDelayMs: count,
    /** Additional deliveries of each event, at the same time. */
    duplicateWebhooks: count,
    /** How many of the next events are never delivered; they stay listed as undelivered. */
    dropWebhooks: count.or(z.literal('all')),
    /** The newest due event is sent first. */
    reverseWebhooks: z.boolean(),
    /** Events are delivered before the response to the call or page that caused them. */
    webhookBeforeResponse: z.boolean(),
    /** A refund first succeeds, and fails this much later. */
    failRefundsAfterMs: count,
    /** For this long, no refund is paid out or fails. */
    holdRefunds: z.boolean(),
    failNext: failure,
  })
  .partial();
export type FaultSettings = z.output<typeof faultSettings>;

export interface Faults<S extends FaultSettings = FaultSettings> {
  readonly settings: z.ZodType<S>;
  get(): S;
  /** Replaces the given settings and keeps the others. */
  set(change: S): void;
  clear(): void;
  /** Resolves when the faults are cleared. */
  untilCleared(): Promise<void>;
  takeFailure(method: string, path: string): Failure | undefined;
  takeWebhookDrop(): boolean;
}

/** @param settleRefunds runs when refunds may no longer be held, so that none waits for the next poll */
export function openFaults<S extends FaultSettings>(
  store: Store,
  provider: string,
  settings: z.ZodType<S>,
  settleRefunds: () => void,
): Faults<S> {
  const kept = store.collection<S>(`${provider}.faults`);
  const waiting: (() => void)[] = [];
  const get = () => kept.get('current') ?? ({} as S);
  const set = (change: FaultSettings) => {
    kept.put('current', { ...get(), ...change });
    if ('holdRefunds' in change) settleRefunds();
  };

  return {
    settings,
    get,
    set,
    clear() {
      kept.delete('current');
      settleRefunds();
      for (const go of waiting.splice(0)) go();
    },
    untilCleared: () => new Promise((resolve) => void waiting.push(resolve)),
    takeFailure(method, path) {
      const { failNext }: FaultSettings = get();
      if (!failNext || failNext.method !== method || !matches(failNext.path, path)) return undefined;
      const left = (failNext.times ?? 1) - 1;
      set({ failNext: left > 0 ? { ...failNext, times: left } : undefined });
      return failNext;
    },
    takeWebhookDrop() {
      const { dropWebhooks }: FaultSettings = get();
      if (typeof dropWebhooks === 'number')
        set({ dropWebhooks: dropWebhooks > 1 ? dropWebhooks - 1 : undefined });
      return dropWebhooks === 'all' || (dropWebhooks ?? 0) > 0;
    },
  };
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
}
