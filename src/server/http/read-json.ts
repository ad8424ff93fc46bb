import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { Refusal } from '../errors.ts';

const MAX_BYTES = 100_000;
const MAX_DEPTH = 20;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** The JSON body of a request: at most 100 kB and 20 levels, storable text only, with the right content type. */
export async function readJson(request: Request, type = JSON_TYPE): Promise<unknown> {
  if (!type.test(request.headers.get('content-type') ?? '')) throw new Refusal('not_json');
  const raw = await readBody(request);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch (cause) {
    throw new Refusal('invalid', { message: REFUSAL_WORDS.badJson, cause });
  }
  refuseUnstorable(value);
  return value;
}

/** What a body has by name; nothing if it isn't an object. For bodies without a schema. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Refuses what the database can't store. A string in a body may itself be JSON, so parsed values are checked, too. */
export function refuseUnstorable(value: unknown): void {
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new Refusal('invalid', { message: REFUSAL_WORDS.nestedTooDeeply });
  }
  if (!holdsStorableText(value)) {
    throw new Refusal('invalid', { message: REFUSAL_WORDS.badCharacters });
  }
}

/** The raw body, refused as soon as it is larger than 100 kB. */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw new Refusal('body_too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) throw new Refusal('body_too_large');
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    // The visitor disconnected: not a failure of the site.
    throw new Refusal('invalid', { message: REFUSAL_WORDS.endedEarly, cause });
  }
  return Buffer.concat(chunks);
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isDeeperThan(one, depth - 1));
}

function holdsStorableText(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, one]) => isStorable(key) && holdsStorableText(one));
}

/** PostgreSQL can store neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}
