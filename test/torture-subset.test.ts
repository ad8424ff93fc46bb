import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Check, inParallel, randomFrom } from './torture/check.ts';
import { checks } from './torture/checks.ts';
import { type Cluster, startCluster } from './torture/cluster.ts';

// Those checks of the torture that every commit must pass, with few rounds each. Others of that kind, such as S2, are
// test files of their own.

const SCALE = 0.01;
/** Not a measure of speed: other programs may have the processors. */
const PATIENCE_MS = 300_000;
const SEED = 20_250_920;
const SUBSET = ['R2', 'R4', 'R7', 'R12', 'R25', 'R26', 'S3', 'S5', 'S6', 'S9', 'S18'];
const chosen = checks.filter(({ id }) => SUBSET.includes(id));

let cluster: Cluster;
let outcomes: Map<string, Promise<string>>;

beforeAll(async () => {
  cluster = await startCluster();
  outcomes = begin();
}, PATIENCE_MS);

afterAll(async () => {
  await Promise.all(outcomes.values());
  await cluster.stop();
}, PATIENCE_MS);

it('has them all', () => {
  expect(chosen.map(({ id }) => id).toSorted()).toEqual(SUBSET.toSorted());
});

it.each(chosen)('$id: $title', { timeout: PATIENCE_MS }, async ({ id }) => {
  expect(await outcomes.get(id)).toMatch(/^held: /);
});

/** Two at a time, so that one that waits for a clock does not keep the others. */
function begin(): Map<string, Promise<string>> {
  const parts = chosen.map((check) => ({ check, ...Promise.withResolvers<string>() }));
  void inParallel(parts, 2, async ({ check, resolve }) => resolve(await attempt(check)));
  return new Map(parts.map(({ check, promise }) => [check.id, promise]));
}

async function attempt(check: Check): Promise<string> {
  const count = (full: number) => Math.max(1, Math.round(full * SCALE));
  try {
    const { passed, measured } = await check.run({ cluster, seed: SEED, random: randomFrom(SEED), count });
    return `${passed ? 'held' : 'did not hold'}: ${measured}`;
  } catch (error) {
    return `broke off: ${error instanceof Error ? error.stack : String(error)}`;
  }
}
