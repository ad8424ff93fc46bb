import type { Cluster } from './cluster.ts';

export interface Outcome {
  /** What was counted or measured, in a few words and figures. */
  readonly measured: string;
  readonly passed: boolean;
}

/** One way of trying to break the product, with the figure that shows whether it held. */
export interface Check {
  /** As it is called on the command line: `R1`. */
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** The run is broken off after this time and has failed. */
  readonly seconds: number;
  run(torture: Torture): Promise<Outcome>;
  /** The same with its guard taken away, which must not pass: shows that the check can fail. */
  control?(torture: Torture): Promise<Outcome>;
}

export interface Torture {
  readonly cluster: Cluster;
  /** Printed with the result; the same seed gives the same choices. */
  readonly seed: number;
  /** From 0 to below 1, out of the seed. */
  random(): number;
  /** 1 for the whole count, less for a quick try: `count(20)` rounds are 20 × this, at least one. */
  count(full: number): number;
}

/** Small, quick and the same on every machine: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Does all of it, so many at a time, and gives the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
