/** How long people's data is kept, as `docs/privacy.md` publishes it; a test compares the two. */
export const PERIODS = {
  /** Orders and tickets, after the event's close. */
  orders: { months: 24 },
  /** Orders and tickets of whatever event, after they were placed: none is older. */
  oldestOrders: { months: 36 },
  /** Orders that expired, failed or were cancelled, after they were placed. */
  abandonedOrders: { days: 30 },
  /** Whom a mail went to, after it was queued. */
  mails: { days: 90 },
  /** Who did what from where, and which of the staff, after it was done. */
  audit: { months: 24 },
  /** Accounts of staff, after the last sign-in. */
  accounts: { months: 24 },
} as const satisfies Record<string, Period>;

export type Period = { readonly months: number } | { readonly days: number };

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
