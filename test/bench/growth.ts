import { fillDesk } from '../fill-desk.ts';
import { openBenchWorld } from './bench-world.ts';
import { timeSearches } from './desk.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const SIZES = [1_000, 10_000, 100_000];
const GOAL_RATIO = 3;

/** How a search of the desk's orders slows down as the orders grow a hundredfold. */
export async function benchGrowth(): Promise<Figure[]> {
  const costs: { median: number; p95: number }[] = [];
  for (const size of SIZES) {
    await using world = await openBenchWorld();
    await fillDesk(world.database.pool, size);
    const waits = await timeSearches(await world.staff(), '/api/admin/orders');
    costs.push({ median: percentile(waits, 0.5), p95: percentile(waits, 0.95) });
  }
  const shown = costs.map(({ median, p95 }, index) => {
    return `${SIZES[index]!.toLocaleString('en')}: ${median.toFixed(1)}, p95 ${p95.toFixed(1)}`;
  });
  return [
    {
      name: `search of orders, 100,000 against 1,000 (median; ms at ${shown.join('; ')})`,
      goal: GOAL_RATIO,
      measured: costs.at(-1)!.median / costs[0]!.median,
      unit: '×',
    },
  ];
}
