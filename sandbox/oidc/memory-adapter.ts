import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

/**
 * The provider's storage, in memory: a restart only ends open sign-ins. The client is looked up on every request,
 * because the site's address may become known late.
 */
export function createMemoryAdapter(findClient: (id: string) => AdapterPayload | undefined): AdapterFactory {
  const entries = new Map<string, Entry>();

  function live(key: string): AdapterPayload | undefined {
    const entry = entries.get(key);
    if (entry && entry.expiresAt > Date.now()) return entry.payload;
    entries.delete(key);
    return undefined;
  }

  function dropExpired() {
    for (const key of entries.keys()) live(key);
  }

  function findBy(model: string, field: 'uid' | 'userCode', value: string): AdapterPayload | undefined {
    for (const [key, { payload }] of entries) {
      if (key.startsWith(`${model}:`) && payload[field] === value) return live(key);
    }
    return undefined;
  }

  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      dropExpired();
      const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
      entries.set(`${model}:${id}`, { payload, expiresAt });
    },
    async find(id) {
      return model === 'Client' ? findClient(id) : live(`${model}:${id}`);
    },
    async findByUid(uid) {
      return findBy(model, 'uid', uid);
    },
    async findByUserCode(userCode) {
      return findBy(model, 'userCode', userCode);
    },
    async consume(id) {
      const payload = live(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  });
}
