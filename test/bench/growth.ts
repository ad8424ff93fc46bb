import { openBenchWorld } from './bench-world.ts';
import { fillDesk, timeSearches } from './desk.ts';
import type { Figure } from './figure.ts';

const SIZES = [1_000, 10_000, 100_000];
const GOAL_RATIO = 3;

/** What the desk's list of orders costs as the orders become a hundred times as many: a search (p95), per size. */
export async function benchGrowth(): Promise<Figure[]> {
  const costs: number[] = [];
  for (const size of SIZES) {
    const world = await openBenchWorld();
    try {
      await fillDesk(world.database.pool, size);
      costs.push(await timeSearches(await world.staff(), '/api/admin/orders'));
    } finally {
      await world.stop();
    }
  }
  const shown = SIZES.map((size, index) => `${size.toLocaleString('en')}: ${costs[index]!.toFixed(1)} ms`);
  return [
    {
      name: `search of orders, 100,000 against 1,000 (p95; ${shown.join(', ')})`,
      goal: GOAL_RATIO,
      measured: costs.at(-1)! / costs[0]!,
      unit: '×',
    },
  ];
}
