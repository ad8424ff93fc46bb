/** How long personal data is kept, as published in `docs/privacy.md` and at `/privacy`. */
export const PERIODS = {
  /** Orders and tickets, after the event closes. */
  orders: { months: 24 },
  /** Orders and tickets of any event, after they were placed. The upper limit. */
  oldestOrders: { months: 36 },
  /** Orders that expired, failed or were canceled, after they were placed. */
  unpaidOrders: { days: 30 },
  /** Wallet passes and the phones that have them, after the event closes. */
  passes: { days: 30 },
  /** Recipients of mail, after it was queued. */
  mails: { days: 90 },
  /** Actors and addresses in the audit log, after the action. */
  audit: { months: 24 },
  /** Staff accounts, after the last sign-in. */
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
