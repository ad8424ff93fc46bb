import type { Period } from '#domain/retention.ts';

/** The instant before which something of that age is due, in UTC. A month's end that is missing is the last day. */
export function startOf(period: Period, now: Date): Date {
  const start = new Date(now);
  if ('days' in period) {
    start.setUTCDate(start.getUTCDate() - period.days);
    return start;
  }
  start.setUTCMonth(start.getUTCMonth() - period.months);
  // 31 March less a month: there is no 31 February, and JavaScript goes on to March.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0);
  return start;
}
