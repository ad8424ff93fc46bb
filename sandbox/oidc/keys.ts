import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from '../store.ts';

/** What a restart must not change: the signing key (private, as JWK) and the key that signs cookies. */
export interface ProviderKeys {
  signing: JsonWebKey & { kid: string };
  cookie: string;
}

export async function loadProviderKeys(store: Store): Promise<ProviderKeys> {
  const collection = store.collection<ProviderKeys>('oidc-keys');
  const kept = collection.get('current');
  if (kept) return kept;
  const keys = await makeProviderKeys();
  collection.put('current', keys);
  return keys;
}

export async function makeProviderKeys(): Promise<ProviderKeys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    signing: {
      ...privateKey.export({ format: 'jwk' }),
      kid: randomBytes(8).toString('hex'),
      use: 'sig',
      alg: 'RS256',
    },
    cookie: randomBytes(24).toString('base64url'),
  };
}
