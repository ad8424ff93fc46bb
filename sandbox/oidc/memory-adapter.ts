import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

/** The provider's storage for one kind of object, in memory: a restart only ends open sign-ins. */
export function createMemoryAdapter(): Adapter {
  const entries = new Map<string, Entry>();

  function live(id: string): AdapterPayload | undefined {
    const entry = entries.get(id);
    if (entry && entry.expiresAt > Date.now()) return entry.payload;
    entries.delete(id);
    return undefined;
  }

  return {
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
      entries.set(id, { payload, expiresAt });
    },
    find: async (id) => live(id),
    async findByUid(uid) {
      return [...entries.keys()].map(live).find((payload) => payload?.uid === uid);
    },
    // Only devices without a browser have user codes.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = live(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(id);
      }
    },
  };
}
