import type { ApiResponse } from '#sandbox/refusal.ts';
import type { Store } from '#sandbox/store.ts';
import { invalid } from './refusal.ts';

interface Kept extends ApiResponse {
  readonly parameters: string;
}

interface Keyed {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Idempotency {
  /**
   * The first response for the key in the body, or the result of `execute`. A second request waits for the first.
   * `execute` saves as soon as the effect is stored; if it throws, nothing is kept.
   */
  once(
    request: Keyed,
    execute: (save: (response: ApiResponse) => void) => Promise<ApiResponse>,
  ): Promise<ApiResponse>;
}

export function openIdempotency(store: Store): Idempotency {
  const kept = store.collection<Kept>('square.idempotency');
  const underWay = new Map<string, Promise<unknown>>();

  return {
    async once({ path, body }, execute) {
      const id = `${path} ${body.idempotency_key}`;
      const parameters = JSON.stringify(body);
      while (underWay.has(id)) await underWay.get(id);
      const first = kept.get(id);
      if (first && first.parameters !== parameters) throw keyReused();
      if (first) return { status: first.status, body: first.body };
      const running = execute((response) => kept.put(id, { ...response, parameters }));
      underWay.set(
        id,
        running.catch(() => {}),
      );
      try {
        return await running;
      } finally {
        underWay.delete(id);
      }
    },
  };
}

const keyReused = () =>
  invalid(
    'IDEMPOTENCY_KEY_REUSED',
    'Different request parameters used for the same idempotency_key.',
    'idempotency_key',
  );
