import { Skeleton } from '../ui/skeleton.tsx';
import { PollFailure } from './poll-failure.tsx';
import { useCheckInStats } from './use-check-in-stats.ts';

export function CheckInStats() {
  const stats = useCheckInStats();
  const { data } = stats;
  return (
    <section aria-label="Today’s check-ins">
      {stats.error && (
        <PollFailure what="The check-in numbers" error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
        <Stat label="Total Registrations" value={data?.totalRegistrations} />
        <Stat label="Checked In" value={data?.checkedIn} />
        <Stat label="Check-in Rate" value={data && `${data.percentage.toFixed(1)}%`} />
      </div>
    </section>
  );
}

/**
 * A figure with its name; on a phone in one line. While `value` is undefined, shows a placeholder of the same height.
 */
function Stat({ label, value }: { label: string; value: string | number | undefined }) {
  return (
    <dl className="rounded-card border border-transparent bg-surface shadow-card max-sm:flex max-sm:items-center max-sm:justify-between max-sm:px-4 max-sm:py-2 sm:p-5">
      <dt className="text-dense text-fg-2">{label}</dt>
      <dd className="font-display text-xl font-[680] tracking-tight even-figures sm:mt-1 sm:text-[2.125rem]">
        {value ?? <Skeleton className="h-[1.1em] w-16 sm:w-24" />}
      </dd>
    </dl>
  );
}
