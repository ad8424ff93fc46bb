import { fillDesk, PEOPLE_PER_ORDER } from '../fill-desk.ts';
import type { Visitor } from '../visitor.ts';
import { openBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const ORDERS = 10_000;
const ROUNDS = 60;

/** The desk's lists with 10,000 orders and 30,000 registrations: searches, and the CSV export. */
export async function benchDesk(): Promise<Figure[]> {
  await using world = await openBenchWorld();
  await fillDesk(world.database.pool, ORDERS);
  const staff = await world.staff();
  const orders = await timeSearches(staff, '/api/admin/orders');
  const people = await timeSearches(staff, '/api/admin/registrations');
  const megabytes = await memoryOfExport(staff);
  return [
    { name: 'search of 10,000 orders (p95)', goal: 30, measured: percentile(orders, 0.95), unit: 'ms' },
    {
      name: 'search of 30,000 registrations (p95)',
      goal: 30,
      measured: percentile(people, 0.95),
      unit: 'ms',
    },
    { name: 'extra memory while all registrations are saved', goal: 64, measured: megabytes, unit: 'MB' },
  ];
}

/** Milliseconds from each keystroke's request to its rows, at the server. */
export async function timeSearches(staff: Visitor, path: string): Promise<number[]> {
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // As typed: shorter prefixes match more rows.
    const search = `Sample${round * 131}`.slice(0, 4 + (round % 8));
    const startedAt = performance.now();
    const response = await staff.get(`${path}?search=${search}`);
    await response.text();
    if (!response.ok) throw new Error(`a search returned ${response.status}`);
    waits.push(performance.now() - startedAt);
  }
  return waits.slice(5);
}

async function memoryOfExport(staff: Visitor): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const response = await staff.get('/api/admin/export/registrations');
  let lines = 0;
  for await (const chunk of response.body!) {
    lines += chunk.filter((byte) => byte === 10).length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  if (lines !== ORDERS * PEOPLE_PER_ORDER + 1) throw new Error(`the file has ${lines} lines`);
  return (most - before) / 1e6;
}
