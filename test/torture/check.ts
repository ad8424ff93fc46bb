import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

export interface Outcome {
  /** What was measured, in a few words and figures. */
  readonly measured: string;
  readonly passed: boolean;
  /** It could not run here, as `measured` says, so it shows nothing. */
  readonly isSkipped?: boolean;
}

/** One way of trying to break the product, with the figure that shows whether it held. */
export interface Check {
  /** Its name on the command line: `R1`. */
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** After this time the run is stopped and has failed. */
  readonly seconds: number;
  run(torture: Torture): Promise<Outcome>;
  /** The same with the guard removed. It must fail, which shows that the check can. */
  control?(torture: Torture): Promise<Outcome>;
}

export interface Torture {
  readonly cluster: Cluster;
  /** Printed with the result; the same seed repeats the choices. */
  readonly seed: number;
  /** From 0 up to 1, from the seed. */
  random(): number;
  /** 1 for full counts, less for a quick try: `count(20)` is 20 × this, at least one. */
  count(full: number): number;
}

/** Works on all items, that many at a time, and returns the results in order. */
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

/** Looks until there is something to see, and returns it; throws if there is nothing after that many seconds. */
export async function until<Seen>(
  what: string,
  look: () => Promise<Seen | false>,
  { seconds = 30, pauseMs = 100 } = {},
): Promise<Seen> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await sleep(pauseMs);
  }
}
