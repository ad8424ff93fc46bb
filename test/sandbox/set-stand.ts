import { afterAll, afterEach, beforeAll } from 'vitest';
import type { ProviderStand } from './provider-stand.ts';

type AnyStand = ProviderStand<{ readonly faults: { clear(): void } }>;

/** One stand for a file's tests. Faults end with the test that sets them. */
export function setStand<Stand extends AnyStand>(open: () => Promise<Stand>): Stand {
  const stand = {} as Stand;
  beforeAll(async () => {
    Object.assign(stand, await open());
  });
  afterEach(() => stand.sandbox.faults.clear());
  afterAll(() => stand.kill());
  return stand;
}

/** Opens stands, each until its test ends. */
export function setStands<Stand extends AnyStand, Options>(open: (options?: Options) => Promise<Stand>) {
  const stands: Stand[] = [];
  afterEach(async () => {
    for (const stand of stands.splice(0)) await stand.kill();
  });
  return async (options?: Options) => {
    const stand = await open(options);
    stands.push(stand);
    return stand;
  };
}
