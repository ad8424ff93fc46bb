/** How long people's data is kept, as `docs/privacy.md` and the page `/privacy` publish it. */
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

/** Each period in words. */
export type RetentionWords = Readonly<Record<keyof typeof PERIODS, string>>;

export function retentionWords(): RetentionWords {
  return Object.fromEntries(
    Object.entries(PERIODS).map(([name, period]) => [name, periodWords(period)]),
  ) as RetentionWords;
}

/** `24 months`, `30 days`. */
function periodWords(period: Period): string {
  return 'days' in period ? `${period.days} days` : `${period.months} months`;
}
