import { createHash } from 'node:crypto';
import type { Store } from '#sandbox/store.ts';
import { canonicalForm, type FormTree } from './form.ts';
import { invalid, Refusal } from './refusal.ts';
import type { State } from './state.ts';

export interface ApiResponse {
  readonly status: number;
  readonly body: object;
}

interface Kept extends ApiResponse {
  readonly path: string;
  readonly parameters: string;
  readonly createdAt: number;
}

export interface Idempotency {
  /** The first response to this key. If undefined, the key is in use until `end`. */
  begin(key: string, path: string, form: FormTree): ApiResponse | undefined;
  save(key: string, path: string, form: FormTree, response: ApiResponse): void;
  end(key: string): void;
}

const keptForSeconds = 24 * 3600;

export function openIdempotency(store: Store, state: State): Idempotency {
  const kept = store.collection<Kept>('stripe.idempotency');
  const inUse = new Set<string>();

  return {
    begin(key, path, form) {
      if (key.length > 255) throw invalid('Idempotency keys can be up to 255 characters.');
      if (inUse.has(key)) throw keyInUse(key);
      const first = kept.get(key);
      if (first && first.createdAt + keptForSeconds > state.seconds()) {
        if (first.path !== path || first.parameters !== fingerprint(form)) throw otherParameters(key);
        return { status: first.status, body: first.body };
      }
      inUse.add(key);
      return undefined;
    },
    save(key, path, form, response) {
      kept.put(key, { path, parameters: fingerprint(form), createdAt: state.seconds(), ...response });
    },
    end: (key) => inUse.delete(key),
  };
}

const fingerprint = (form: FormTree) => createHash('sha256').update(canonicalForm(form)).digest('hex');

const keyInUse = (key: string) =>
  new Refusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this idempotent key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
  });

const otherParameters = (key: string) =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
