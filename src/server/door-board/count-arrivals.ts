import type { Board } from '#contract/door-day.ts';
import type { Day } from '#domain/calendar.ts';
import { PACKAGE_SIZES, packageLabel, TRACKS } from '#domain/packages.ts';
import { isExpected, isIn } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { count, eq, sql } from '../db/drizzle.ts';
import { checkIns, orders, registrations } from '../db/tables.ts';

type Counts = Pick<Board, 'expected' | 'arrived' | 'byDoor' | 'byPackage' | 'byTrack' | 'perFiveMinutes'>;

const FIVE_MINUTES = 300_000;

/** Arrived and expected people, counted as in the Check-In tab. */
export async function countArrivals(ctx: Context, day: Day): Promise<Counts> {
  const groups = await readGroups(ctx, day);
  return {
    expected: sum(groups, 'expected'),
    arrived: sum(groups, 'arrived'),
    byDoor: byDoor(groups, ctx.content.event.venue.doors),
    byPackage: byPackage(groups),
    byTrack: [...TRACKS, null].flatMap((track) => {
      const of = groups.filter((one) => one.track === track);
      return of.length === 0 ? [] : [{ track, ...bothOf(of) }];
    }),
    perFiveMinutes: perFiveMinutes(groups, ctx.now.getTime()),
  };
}

type Group = Awaited<ReturnType<typeof readGroups>>[number];

/** One row for all people with the same package, track, door and five minutes. */
async function readGroups(ctx: Context, day: Day) {
  // Rows without a size are read from their amount.
  const amount = sql<number>`CASE WHEN ${orders.packageSize} IS NULL THEN ${orders.totalAmount} ELSE 0 END`;
  const at = sql<string | null>`floor(extract(epoch FROM ${checkIns.checkedInAt}) / 300) * 300000`;
  const rows = await ctx.db
    .select({
      eventType: orders.eventType,
      packageSize: orders.packageSize,
      totalAmount: amount.mapWith(orders.totalAmount),
      track: registrations.track,
      door: checkIns.location,
      at,
      expected: count(registrations.id),
      arrived: count(checkIns.id),
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .leftJoin(checkIns, isIn(day))
    .where(isExpected(ctx, day))
    .groupBy(sql`1, 2, 3, 4, 5, 6`);
  return rows.map(({ at: from, ...row }) => ({ ...row, label: packageLabel(row), from: Number(from ?? 0) }));
}

/** The event's own doors first, including those without arrivals; null is the desk, which has no door. */
function byDoor(groups: readonly Group[], doors: readonly string[]): Counts['byDoor'] {
  const arrived = groups.filter((one) => one.arrived > 0);
  const others = new Set(arrived.flatMap(({ door }) => (door && !doors.includes(door) ? [door] : [])));
  const desk = arrived.some(({ door }) => door === null) ? [null] : [];
  return [...doors, ...[...others].toSorted((a, b) => a.localeCompare(b, 'en')), ...desk].map((door) => {
    const ofDoor = arrived.filter((one) => one.door === door);
    return { door, arrived: sum(ofDoor, 'arrived') };
  });
}

function byPackage(groups: readonly Group[]): Counts['byPackage'] {
  return PACKAGE_SIZES.map((packageSize) =>
    packageLabel({ eventType: 'conference', packageSize, totalAmount: 0 }),
  ).flatMap((label) => {
    const of = groups.filter((one) => one.label === label);
    return of.length === 0 ? [] : [{ label, ...bothOf(of) }];
  });
}

/** From the first arrival to now, including empty intervals. */
function perFiveMinutes(groups: readonly Group[], now: number): Counts['perFiveMinutes'] {
  const arrived = groups.filter((one) => one.arrived > 0);
  if (arrived.length === 0) return [];
  const last = Math.floor(now / FIVE_MINUTES) * FIVE_MINUTES;
  const first = Math.min(last, ...arrived.map(({ from }) => from));
  // A phone's clock may be slightly ahead.
  const placeOf = (from: number) => (Math.min(from, last) - first) / FIVE_MINUTES;
  return Array.from({ length: (last - first) / FIVE_MINUTES + 1 }, (_, place) => {
    const then = arrived.filter((one) => placeOf(one.from) === place);
    return { from: new Date(first + place * FIVE_MINUTES).toISOString(), arrived: sum(then, 'arrived') };
  });
}

const bothOf = (groups: readonly Group[]) => ({
  arrived: sum(groups, 'arrived'),
  expected: sum(groups, 'expected'),
});

function sum(groups: readonly Group[], what: 'arrived' | 'expected'): number {
  return groups.reduce((total, one) => total + one[what], 0);
}
