import type { ApiResponse } from '#sandbox/refusal.ts';
import type { Store } from '#sandbox/store.ts';
import type { Form } from './params.ts';
import { refuse } from './refusal.ts';
import type { State } from './state.ts';

interface Kept extends ApiResponse {
  readonly path: string;
  readonly parameters: string;
  readonly createdAt: number;
}

interface Keyed {
  readonly key: string;
  readonly path: string;
  readonly form: Form;
}

export interface Idempotency {
  /** The first response to this key, or the result of `execute`; if that throws, nothing is kept. */
  once(request: Keyed, execute: () => Promise<ApiResponse>): Promise<ApiResponse>;
}

const keptForSeconds = 24 * 3600;

export function openIdempotency(store: Store, state: State): Idempotency {
  const kept = store.collection<Kept>('stripe.idempotency');
  const inUse = new Set<string>();

  return {
    async once({ key, path, form }, execute) {
      const parameters = JSON.stringify(form);
      if (inUse.has(key)) throw keyInUse(key);
      const first = kept.get(key);
      if (first && first.createdAt + keptForSeconds > state.seconds()) {
        if (first.path !== path || first.parameters !== parameters) throw otherParameters(key);
        return { status: first.status, body: first.body };
      }
      inUse.add(key);
      try {
        const response = await execute();
        kept.put(key, { path, parameters, createdAt: state.seconds(), ...response });
        return response;
      } finally {
        inUse.delete(key);
      }
    },
  };
}

const keyInUse = (key: string) =>
  refuse(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this idempotent key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
  });

const otherParameters = (key: string) =>
  refuse(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
