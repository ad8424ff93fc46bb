import type { Period } from '#domain/retention.ts';

/** The instant before which data is due, in UTC. If the day doesn't exist, the month's last day. */
export function startOf(period: Period, now: Date): Date {
  const start = new Date(now);
  if ('days' in period) {
    start.setUTCDate(start.getUTCDate() - period.days);
    return start;
  }
  start.setUTCMonth(start.getUTCMonth() - period.months);
  // March 31 minus a month: there is no February 31, and JavaScript would continue into March.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0);
  return start;
}
